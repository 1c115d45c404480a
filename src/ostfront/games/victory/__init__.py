"""What the two Victory games share: the combat table, the search for retreats, what computer players work out."""
