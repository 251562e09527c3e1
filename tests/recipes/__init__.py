"""The recipes of CONTRIBUTING.md: each is a module whose ``follow`` edits a tree, and whose ``check`` tests the result.

``python -m recipes.card`` runs the checks of a recipe in the tree in which it was followed.
"""
