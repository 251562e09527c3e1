"""What a player sees, as values.

``update(visit, message)`` is the next visit and what the browser is to do once, ``wanted(visit)`` what holds while the
visit is shown, and ``view(words, visit)`` its page.
"""
