"""The names of HTML's characters. Only parsers need them, and the page only writes HTML."""

html5: dict[str, str] = {}
