"""The map workshop: geography in, frozen map data out. Development only."""
