"""The web table: games in a database, a view for each seat, computer players at work. Needs the extra `table`."""
