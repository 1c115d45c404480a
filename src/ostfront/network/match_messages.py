"""What the page and a site send each other about finding a game: challenges, one's games, people and ratings."""
