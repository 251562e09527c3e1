"""What the verbs of ``python3 py`` do. Standard library only: this runs before anything is installed."""
