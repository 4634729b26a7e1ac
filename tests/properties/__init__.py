"""What must hold in every game, whoever plays and however oddly."""
