"""What the stages of all games share: laying out a position (`setting`) and asking about it (`asking`)."""
