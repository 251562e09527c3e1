"""The names of HTML's characters; only reading HTML needs them, and the page only writes it."""

html5: dict[str, str] = {}
