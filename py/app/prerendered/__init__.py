"""What the build writes into the page for the time before Python has loaded."""
