"""What the page and a site send each other about the company in a game: chat, clocks, proposals, watching."""
