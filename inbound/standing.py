"""What RCPT is told about an address. Pure."""

from enum import Enum


class Standing(Enum):
    KNOWN = "known"
    UNKNOWN = "unknown"
    FOREIGN = "foreign"
    """Not a domain of ours."""
    FULL = "full"
    """Over its quota for the month."""
    DOUBTFUL = "doubtful"
    """It looks like one of ours that this process cannot check: to be tried again."""
