"""The arrival at the page: the link that led there, an invitation to a room, and this load of the page."""
