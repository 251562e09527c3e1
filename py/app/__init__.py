"""What a player sees, as values: ``update(model, message)`` is the next model, ``view(words, model)`` its page."""
