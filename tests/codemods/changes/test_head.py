from __future__ import annotations

import pytest
from paddle_migrate.changes import head
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source


def made(text):
    return Script.of(Source(text, "script.py"), Options())


@pytest.mark.parametrize(
    "text",
    [
        "import a\nfrom b import c\n|x = 1\n",
        '"""Words."""\n|x = 1\n',
        '"""Words."""\n\nimport a  # why\n|\nx = 1\nimport b\n'.replace("\nimport b\n", "\ndef f(): pass\nimport b\n"),
        "from a import (\n    b,\n)\n|x = 1\n",
        "try:\n    import a\nexcept E:\n    pass\nimport b\n|x = 1\n",
        "|x = 1\n",
        "|",
    ],
)
def test_where_the_head_ends(text):
    assert head.end_of_head(made(text.replace("|", "")).source) == text.index("|")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("import a\nx = 1\n", "import a\nnew\nx = 1\n"),
        ("import a\r\nx = 1\r\n", "import a\r\nnew\r\nx = 1\r\n"),
        ("# why\nx = 1\n", "new\n# why\nx = 1\n"),
    ],
)
def test_written_behind_it(text, after):
    script = made(text)
    head.write(script, ["new"])
    assert script.edits.result() == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("import sys\nimport numpy\n", "import os\nimport sys\nimport numpy\n"),
        ("import numpy\nimport sys\n", "import numpy\nimport os\nimport sys\n"),
        ("import numpy\n", "import os\nimport numpy\n"),
        ("from __future__ import a\nimport numpy\n", "from __future__ import a\nimport os\nimport numpy\n"),
        ("x = 1\n", "import os\nx = 1\n"),
        ("import json\nimport sys\n\nimport numpy\n", "import json\nimport os\nimport sys\n\nimport numpy\n"),
        ("import sys\nimport json\n", "import sys\nimport json\nimport os\n"),
        ("import sys\nfrom json import load\n", "import os\nimport sys\nfrom json import load\n"),
    ],
)
def test_standard_modules_stand_together(text, after):
    script = made(text)
    head.write_standard(script, ["os"])
    assert script.edits.result() == after


@pytest.mark.parametrize("text", ["import a\n", "x = 1\n", ""])
def test_nothing_to_write(text):
    script = made(text)
    head.write(script, [])
    head.write_standard(script, [])
    assert not script.edits
