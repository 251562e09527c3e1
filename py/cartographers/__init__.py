"""The rules of Cartographers as pure functions over bit boards; standard library only."""
