"""The web table: games in a database, a view for each seat, computer players. Needs the extra `table`."""
