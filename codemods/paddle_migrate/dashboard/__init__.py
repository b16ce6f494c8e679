"""`paddle-migrate dashboard`: a page on how far a repository is, for those who share the work."""
