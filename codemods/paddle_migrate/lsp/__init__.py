"""`paddle-migrate lsp`: the tool in editors, through the Language Server Protocol."""
