"""Pages and answers that belong to no app."""
