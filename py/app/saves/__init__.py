"""The texts that a device saves: a module for each kind."""
