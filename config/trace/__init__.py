"""One mail's or job's whole story in order, from the connection to the effect and what was told of it."""

from config.trace.finding import NotFound, Story, find

__all__ = ["NotFound", "Story", "find"]
