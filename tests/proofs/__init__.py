"""`make proofs`: each fault, brought back, must make its test fail."""
