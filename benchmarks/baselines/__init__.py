"""Learning curves of ordinary learners, so that others have something to compare theirs with."""
