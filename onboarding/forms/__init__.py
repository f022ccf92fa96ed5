"""What people may type, and the answer to what is wrong with it."""
