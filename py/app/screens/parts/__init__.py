"""Parts of several screens that come after the start."""
