"""The list of all kept games."""
