from __future__ import annotations

import pytest
from paddle_migrate.formats.skips import is_skipped, skips_next
from paddle_migrate.text.skipping import SKIP, SKIP_FILE


@pytest.mark.parametrize("line", ["x  # paddle-migrate: skip", "#paddle-migrate:skip  ", "# # paddle-migrate: skip"])
def test_lines(line):
    assert SKIP.search(line)


@pytest.mark.parametrize("line", ["# paddle-migrate: skip-file", "# paddle-migrate: skip it", "paddle-migrate: skip"])
def test_no_lines(line):
    assert not SKIP.search(line)


@pytest.mark.parametrize("text", ["# paddle-migrate: skip-file\n", "a\n  #paddle-migrate: skip-file\nb\n"])
def test_files(text):
    assert SKIP_FILE.search(text)
    assert is_skipped(text)


@pytest.mark.parametrize("text", ["a  # paddle-migrate: skip-file\n", "# paddle-migrate: skip\n", "skip-file\n"])
def test_no_files(text):
    assert not SKIP_FILE.search(text)
    assert not is_skipped(text)


@pytest.mark.parametrize(
    "above", ["<!-- paddle-migrate: skip -->\n", ".. paddle-migrate: skip\n\n", "a\n  # paddle-migrate: skip\n"]
)
def test_blocks(above):
    assert skips_next(above)


@pytest.mark.parametrize("above", ["# paddle-migrate: skip\na\n", "a  # paddle-migrate: skip\n", ""])
def test_no_blocks(above):
    assert not skips_next(above)


@pytest.mark.parametrize("text", ["<!-- paddle-migrate: skip-file -->\n", ".. paddle-migrate: skip-file\n"])
def test_files_of_text(text):
    assert is_skipped(text)
