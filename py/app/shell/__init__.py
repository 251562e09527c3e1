"""What surrounds every screen: the view of a visit, its panels, explanations, feedback, and lasting effects."""
