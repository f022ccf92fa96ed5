"""What mail coming in needs, from the DNS record to a mail that has gone the whole road. docs/inbound-email.md"""

from inbound.checklist import bucket, dns, doors, prerequisites, receiving, round_trip, topic

__all__ = ["bucket", "dns", "doors", "prerequisites", "receiving", "round_trip", "topic"]
