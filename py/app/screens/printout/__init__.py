"""The printable sheets."""
