"""What stands behind the words of ``_language`` when a script runs. The codemod reads none of it."""
