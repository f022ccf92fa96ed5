"""NCBI's ID converter: from DOIs to PMIDs and PMCIDs, for what is in PMC.

https://pmc.ncbi.nlm.nih.gov/tools/id-converter-api/ ; at most 200 ids a question.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from onboarding.clients import ncbi
from onboarding.clients.http import ask
from onboarding.clients.trouble import Malformed

NAME = "NCBI's ID converter"
MOST_IDS = 200


@dataclass(frozen=True, slots=True)
class Ids:
    pmid: str
    pmcid: str


def convert(dois: Sequence[str]) -> dict[str, Ids]:
    """By lower-case DOI; what it does not know is left out. Raises Busy, Unavailable, Malformed."""
    query = {"ids": ",".join(dois), "idtype": "doi", "format": "json", **ncbi.courtesy()}
    body = ask(ncbi.service(NAME, settings.IDCONV_URL), query=query, accept="application/json")
    try:
        records = [record for record in json.loads(body)["records"] if record.get("pmid")]
        return {
            str(record["doi"]).lower(): Ids(str(record["pmid"]), str(record.get("pmcid") or "")) for record in records
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Malformed(NAME, "sent an answer that cannot be read.") from error
