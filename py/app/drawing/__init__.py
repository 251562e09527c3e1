"""Pictures and small elements, independent of any screen."""
