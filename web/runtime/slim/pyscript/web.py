"""The names that `when` imports from here; the page uses the browser's own elements."""


class Element:
    """A class without instances."""


class ElementCollection:
    """A class without instances."""
