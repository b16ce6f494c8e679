"""Code beside real 1.8.5, for figures that compare with it."""

from __future__ import annotations

import os
import subprocess
import sys

from curves import oracle_python


def beside_185(code: str, *arguments: str) -> str | None:
    """The last line that a script prints under real 1.8.5; None where there is none. A failure ends the benchmark."""
    python = oracle_python()
    if python is None:
        return None
    # 1.8.5 must not meet what the benchmark's own interpreter is given to import
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [str(python), "-W", "ignore", "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"1.8.5 could not run this ({done.returncode}):\n{done.stderr}")
    return done.stdout.splitlines()[-1] if done.stdout else ""
