"""`python -m paddle_migrate`."""

from paddle_migrate.cli import main

main(prog_name="paddle-migrate")
