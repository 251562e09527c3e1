"""The names of HTML's characters, which are only needed to read HTML; the page writes it."""

html5: dict[str, str] = {}
