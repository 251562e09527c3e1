"""Addresses of machines, which only a link with one in brackets would need."""
