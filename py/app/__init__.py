"""The page as plain values.

``update(visit, message)`` returns the next visit and the browser's one-time tasks. ``wanted(visit)`` returns the tasks
that stay in force while the visit is shown. ``view(words, visit)`` returns the page itself.
"""
