"""The recipes of the README, each as a module with a function ``follow`` that edits a tree, and a check that it works.

``python -m recipes.card`` runs the check of a recipe in the tree in which it was followed.
"""
