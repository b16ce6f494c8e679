from __future__ import annotations

import pytest
from paddle_migrate.formats.texts import is_requirements, migrate_requirements
from paddle_migrate.options import Options


@pytest.mark.parametrize(
    "path",
    ["requirements.txt", "a/dev-requirements.in", "requirements/gpu.txt", "constraints.txt", "setup.cfg", "tox.ini",
     "pyproject.toml", "Pipfile", "environment.yml", "conda_env.yaml"],
)
def test_files_that_say_what_is_needed(path):
    assert is_requirements(path)


@pytest.mark.parametrize("path", ["a.txt", "requirements.md", "setup.py", "my_env.py", "ci.yml"])
def test_other_files(path):
    assert not is_requirements(path)


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("paddlepaddle==1.8.5\n", "paddlepaddle>=2.6\n"),
        ("numpy\npaddlepaddle-gpu>=1.7,<2.0  # why\n", "numpy\npaddlepaddle-gpu>=2.6  # why\n"),
    ],
)
def test_pins(text, new):
    assert migrate_requirements(text).text == new


@pytest.mark.parametrize(
    "text",
    ["paddlepaddle>=2.6\n", "paddlepaddle\n", "paddlehub==1.8\n", "# paddle-migrate: skip-file\npaddlepaddle==1.8.5\n"],
)
def test_what_stays(text):
    assert migrate_requirements(text).text == text


@pytest.mark.parametrize("options", [Options(only=("relu",)), Options(leave_out=("structure",))])
def test_what_was_not_asked_for(options):
    text = "paddlepaddle==1.8.5\n"
    assert migrate_requirements(text, options=options).text == text
    assert migrate_requirements(text, options=Options(only=("structure",))).text != text
