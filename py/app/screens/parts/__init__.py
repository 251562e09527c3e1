"""Parts shared by screens that load after the start screen."""
