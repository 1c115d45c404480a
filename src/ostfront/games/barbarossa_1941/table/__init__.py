"""The table of Barbarossa 1941."""
