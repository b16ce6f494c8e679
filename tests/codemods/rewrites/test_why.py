"""Every edit knows its rewrite, and so every line of a diff."""

from __future__ import annotations

import re

from paddle_migrate.api import Options, migrate_source
from paddle_migrate.reasons import reasons
from paddle_migrate.rewrites import rewrites

BESIDE = {"imports", "kept comments", "alignment", "plain attributes"}


def test_the_text_is_the_same_whether_asked_or_not(programs):
    for text in programs[:200]:
        asked, plain = (migrate_source(text, "script.py", Options(why=wanted)) for wanted in (True, False))
        assert (asked.text, asked.findings) == (plain.text, plain.findings)


def test_every_changed_line_knows_its_rewrite(programs):
    names = {rewrite.name for rewrite in rewrites()} | BESIDE | {"docstrings"}
    count = unnamed = 0
    for text in programs:
        result = migrate_source(text, "script.py", Options(why=True))
        for _, _, line, found in reasons(text, result.text, result.origins) if result.origins else ():
            assert found, line
            assert {by.rewrite for by in found} <= names, line
            for by in found:
                count += 1
                unnamed += not by.name and by.rewrite not in BESIDE
                assert not by.place or re.fullmatch(r"paddle_(compat|migrate)/[\w/]+\.py:\d+", by.place)
                assert by.place or by.rewrite not in ("calls", "values"), (line, by)
    assert count > 1_500
    assert unnamed < count / 100
