"""Why an intake ended as it did: one word for the row, one sentence for a person. Pure. docs/reference/states.md"""

from typing import Final

# Turned away for whom it seemed to come from: another delivery of the same mail may show that it was genuine.
REDRIVEN_BY_A_DUPLICATE: Final = frozenset(("unverified", "dmarc-fail", "foreign-sender", "policy"))
