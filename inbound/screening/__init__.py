"""Looks into a mail to an agent for what a person should see before a model does.

A detector is a function named by its dotted path in HOLDFAST_SCREENING. It gets the `Reading` and returns sentences
(findings that the agent's policy weighs) or `Finding`s (which bring their own action). docs/how-to/screen-mail.md
"""

from inbound.screening.chain import Failure, screen

__all__ = ["Failure", "screen"]
