"""What the screens that show a game have in common."""
