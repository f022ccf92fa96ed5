"""Everything at work on one machine, for looking at: people, programs, and a reply to follow."""
