"""What `when` names of PyScript's elements: the page uses the browser's own."""


class Element:
    """Something that nothing is an instance of."""


class ElementCollection:
    """Something that nothing is an instance of."""
