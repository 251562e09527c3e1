"""The calendar of the days' games."""
