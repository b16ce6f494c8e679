"""What a file says, nothing of Paddle: its text, tree, tokens, places and edits."""
