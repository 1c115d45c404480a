"""The engine. No game's rules are in here."""
