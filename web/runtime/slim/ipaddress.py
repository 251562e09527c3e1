"""IP addresses; `urllib` needs them only for links with an address in brackets."""
