"""The calendar of daily games."""
