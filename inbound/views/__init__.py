"""Pages of the inbound path."""
