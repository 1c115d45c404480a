"""The rules of Barbarossa Deluxe, one file for each section of the rulebook or a part of it."""
