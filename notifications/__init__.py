"""What people are asked and told: proposals, answers, ladders, reply tokens, outgoing mail."""
