"""Score the whole road against a folder of odd mails: ``python -m tests.corpus.score DIR``.

DIR holds MANIFEST.json and the mails it names. Prints each case that does not meet its expectation, expectations that
cannot be checked by name, and last ``N of M``.
"""

import json
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from tests.corpus import house


def main(folder: Path) -> int:
    manifest = json.loads((folder / "MANIFEST.json").read_text())
    cases = manifest["cases"]
    with house.database():
        met = sum(
            _scored(folder, manifest, case, previous) for case, previous in zip(cases, [{}, *cases], strict=False)
        )
    print(f"{met} of {len(cases)}")
    return 0


def _scored(folder: Path, manifest: dict[str, Any], case: dict[str, Any], previous: dict[str, Any]) -> bool:
    from tests.corpus import cases

    began = time.monotonic()
    try:
        failures = cases.run(folder, manifest, case, previous)
    except Exception:
        failures = [f"raised: {traceback.format_exc()}"]
    for failure in failures:
        print(f"{case['file']}: {failure}", flush=True)
    if (took := time.monotonic() - began) > 5:
        print(f"  ({case['file']} took {took:.1f} s with its set-up)")
    return not failures


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
