"""Definitions that are parsed when they are asked for are those of the whole file."""

import ast

import pytest
from paddle_migrate.rules.library import library
from paddle_migrate.rules.source import Definitions

FILES = sorted(library().root.rglob("*.py"))


def taken(source):
    """The definitions of a file, and what else stands in it."""
    found = Definitions()
    return found, ast.parse(found.without(source)).body


def names(statement):
    """What a statement at the top of a file defines."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return [statement.name]
    first = statement.targets[0] if isinstance(statement, ast.Assign) else None
    return [first.id] if isinstance(first, ast.Name) and first.id != "__all__" else []


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(library().root)) for path in FILES])
def test_each_statement_of_compat_is_what_it_is_in_the_whole_file(path):
    source = path.read_text(encoding="utf-8")
    body = ast.parse(source).body
    whole = {name: statement for statement in body for name in names(statement)}
    found, rest = taken(source)
    assert {n: ast.dump(found[n], include_attributes=True) for n in found} == {
        n: ast.dump(statement, include_attributes=True) for n, statement in whole.items()
    }
    assert len(found) == len(whole)
    others = [statement for statement in body if not names(statement)]
    assert [ast.dump(s, include_attributes=True) for s in rest] == [
        ast.dump(s, include_attributes=True) for s in others
    ]


SOURCE = '''"""What it is for

and at the margin.
"""
import os

LINES = """
def not_one(): at the margin of a string
x = 1
"""


@first
@second(
    3,
)
def one(x):  # with a comment
    return x


# above
class Two(Base):
    """A class."""

if os.name:
    three = 3
else:
    three = 4

four, five = 4, 5
__all__ = ["one"]
'''


def test_decorators_strings_and_branches_stay_with_their_statements():
    found, rest = taken(SOURCE)
    assert list(found) == ["LINES", "one", "Two"]
    assert ast.unparse(found["one"]).startswith("@first\n@second(3)\ndef one(x):")
    assert (found["one"].lineno, found["Two"].lineno) == (17, 22)
    assert [type(s).__name__ for s in rest] == ["Expr", "Import", "If", "Assign", "Assign"]


def test_a_definition_is_parsed_once():
    found, _ = taken(SOURCE)
    assert found["one"] is found["one"]
    assert "one" in found
    assert "not_one" not in found
    assert len(found) == 3


@pytest.mark.parametrize("source", ["", "\n", "# only\n", '"""Only."""\n', "import os"])
def test_files_that_define_nothing(source):
    found, _ = taken(source)
    assert not found


def test_a_later_definition_of_the_same_name_counts():
    found, _ = taken("def f():\n    return 1\n\n\ndef f():\n    return 2\n")
    assert found["f"].lineno == 5
