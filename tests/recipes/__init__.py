"""The recipes of the README, each as a module with a function ``follow`` that edits a tree, and checks of the result.

``python -m recipes.card`` runs the checks of a recipe in the tree in which it was followed.
"""
