"""Codes of findings: each in the file of its level."""

from __future__ import annotations

import pytest
from paddle_migrate.codes import CODES, level_of
from paddle_migrate.codes.errors import ERRORS
from paddle_migrate.codes.kinds import Code
from paddle_migrate.codes.notes import NOTES
from paddle_migrate.codes.person import PERSON
from paddle_migrate.codes.rewritten import REWRITTEN

FILES = {"rewritten": REWRITTEN, "note": NOTES, "person": PERSON, "error": ERRORS}


@pytest.mark.parametrize("level", FILES)
def test_each_stands_with_those_of_its_level(level):
    assert FILES[level]
    assert {level_of(code) for code in FILES[level]} == {level}


def test_there_is_no_other():
    assert list(CODES) == [code for codes in FILES.values() for code in codes]


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_code_has_a_title_and_says_what_to_do(code):
    assert isinstance(code, Code)
    assert code.title
    assert not code.title.endswith(".")
    assert code.text.endswith((".", ":", "`"))


@pytest.mark.parametrize("code", ["PM401", "PM001"])
def test_a_number_that_has_no_level(code):
    with pytest.raises(KeyError):
        level_of(code)
