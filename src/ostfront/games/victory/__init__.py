"""What the two Victory games share: the combat table and the search for retreats."""
