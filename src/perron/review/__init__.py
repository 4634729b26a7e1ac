"""The review of a finished game: what was luck, what was skill, and what would have been better."""
