"""What the page and a site send each other about notices: by mail, webhook and push."""
