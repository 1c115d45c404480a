"""Five board wargames of the Eastern Front, played by their real rules."""
