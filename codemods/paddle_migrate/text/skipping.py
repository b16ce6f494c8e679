"""Comments that tell the tool to leave a line, or a file, as it is."""

from __future__ import annotations

import re

SKIP = re.compile(r"#\s*paddle-migrate:\s*skip\s*$")
SKIP_FILE = re.compile(r"^\s*#\s*paddle-migrate:\s*skip-file\s*$", re.MULTILINE)
