"""The referee of Barbarossa Deluxe: a position, an action, the rules it breaks."""
