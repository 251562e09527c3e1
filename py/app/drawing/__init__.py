"""Pictures and small pieces of page, which know no screen."""
