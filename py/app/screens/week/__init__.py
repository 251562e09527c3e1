"""The weekly challenge."""
