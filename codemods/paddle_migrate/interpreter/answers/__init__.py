"""What is asked of shapes and dtypes in a script."""
