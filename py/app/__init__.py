"""The page, as values.

``update(visit, message)`` returns the next visit and the browser's one-time tasks, ``wanted(visit)`` the tasks that
hold while the visit is shown, and ``view(words, visit)`` the page itself.
"""
