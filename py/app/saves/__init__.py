"""Texts that earlier versions have saved."""
