"""A site on the network: people with accounts who play each other, at once or over years."""
