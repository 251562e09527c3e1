"""What the program tells the page and hears from it: keys, notices, parts, preferences, things to share."""
