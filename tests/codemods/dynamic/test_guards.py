"""A program under guards of its own is like the default one, where it is the only one."""

from __future__ import annotations

import pytest
from paddle_migrate.dynamic.guards import with_programs_apart, without_guards, without_name_scopes

TEXT = """\
import paddle

main = paddle.static.Program()
startup = paddle.static.Program()
# the network
with paddle.static.program_guard(main, startup):
    # names begin anew
    with paddle.utils.unique_name.guard():
        x = paddle.static.data("x", [1])

        y = x + 1
    z = y * 2
executor.run(startup)
"""


def test_the_guards_go():
    assert without_guards(TEXT) == """\
import paddle

main = paddle.static.default_main_program()
startup = paddle.static.default_startup_program()
# the network
# names begin anew
x = paddle.static.data("x", [1])

y = x + 1
z = y * 2
executor.run(startup)
"""


@pytest.mark.parametrize("given", ["main, startup", "main", "paddle.static.default_main_program(), startup"])
def test_guards_of_the_default_programs(given):
    text = TEXT.replace("static.Program()", "static.default_main_program()", 1).replace(
        "static.Program()", "static.default_startup_program()").replace("(main, startup):", f"({given}):")
    new = without_guards(text)
    assert "guard(" not in new
    assert "startup_program()\n# the network\n# names begin anew\nx = " in new


@pytest.mark.parametrize(("given", "line"), [
    ("startup, main", "main = paddle.static.default_startup_program()"),
    ("startup_program=main, main_program=startup", "main = paddle.static.default_startup_program()"),
    ("main, startup_program=startup", "main = paddle.static.default_main_program()"),
])
def test_guards_of_the_default_programs_in_whatever_order(given, line):
    text = TEXT.replace("static.Program()", "static.default_main_program()", 1).replace(
        "static.Program()", "static.default_startup_program()").replace("(main, startup):", f"({given}):")
    new = without_guards(text)
    assert "guard(" not in new
    assert f"{line}\n" in new


@pytest.mark.parametrize("given", ["main, main", "startup", "*both"])
def test_guards_of_the_default_programs_in_other_places(given):
    text = TEXT.replace("static.Program()", "static.default_main_program()", 1).replace(
        "static.Program()", "static.default_startup_program()").replace("(main, startup):", f"({given}):")
    assert without_guards(text) == text


ALONE = TEXT.replace("startup = paddle.static.Program()\n", "").replace("(main, startup):", "(main):").replace(
    "run(startup)", "run(paddle.static.default_startup_program())")


def test_a_guard_of_a_program_that_the_default_one_starts():
    assert without_guards(ALONE).startswith(
        "import paddle\n\nmain = paddle.static.default_main_program()\n# the network\n")
    assert "guard(" not in without_guards(ALONE)


@pytest.mark.parametrize("line", [
    "executor.run(paddle.static.default_main_program())\n", "with paddle.static.program_guard(other):\n    pass\n"])
def test_a_guard_beside_another_program_stays(line):
    assert without_guards(ALONE + line) == ALONE + line


def test_programs_of_one_statement():
    both = "main, startup = paddle.static.Program(), paddle.static.Program()\n"
    apart = "main = paddle.static.Program()\nstartup = paddle.static.Program()\n"
    assert with_programs_apart(TEXT.replace(apart, both)) == TEXT
    default = "static.default_main_program(), paddle.static.default_startup_program()"
    old = TEXT.replace(apart, both.replace("static.Program(), paddle.static.Program()", default))
    assert with_programs_apart(old) == TEXT.replace(apart, (
        "main = paddle.static.default_main_program()\nstartup = paddle.static.default_startup_program()\n"))
    for line in ("main, _ = paddle.static.Program(), *others\n", "kept.main, n = paddle.static.Program(), 1\n",
                 "main = paddle.static.Program(), paddle.static.Program()\n", "f(paddle.static.Program(), 1)\n"):
        assert with_programs_apart(TEXT.replace(apart, line)) == TEXT.replace(apart, line)


def test_several_guards_of_one_program():
    text = without_guards(f"{TEXT}with paddle.static.program_guard(main):\n    w = z + 1\n")
    assert text.endswith("executor.run(startup)\nw = z + 1\n")


@pytest.mark.parametrize(("old", "new"), [
    ("startup = paddle.static.Program()", "startup = paddle.static.default_startup_program()"),
    ("executor.run(startup)", "other = paddle.static.Program()\nwith paddle.static.program_guard(other):\n    pass"),
    ("main = paddle.static.Program()", "main = made()"),
    ("main = paddle.static.Program()", "main = other = paddle.static.Program()"),
    ("program_guard(main, startup):", "program_guard(main, startup), open(name) as f:"),
    ("y = x + 1", "y = '''a\n  b'''"),
    ("        x = ", "        print(program_guard)\n        x = "),
])
def test_what_stays(old, new):
    text = TEXT.replace(old, new)
    assert text != TEXT
    if "print(" in new:  # a name that is no guard
        text = text.replace("with paddle.static.program_guard(main, startup)", "with guard()")
    assert without_guards(text) == text


SCOPED = """\
import paddle

x = paddle.static.data("x", [1])
# of the teacher
with paddle.static.name_scope("teacher"):
    # its answer
    with paddle.static.name_scope("head"), paddle.static.name_scope("last"):
        y = x + 1
        z = y * 2
executor.run(feed={})
"""


def test_scopes_of_names_go():
    assert without_name_scopes(SCOPED) == """\
import paddle

x = paddle.static.data("x", [1])
# of the teacher
# its answer
y = x + 1
z = y * 2
executor.run(feed={})
"""


@pytest.mark.parametrize(("old", "new"), [
    ('("teacher"):', '("teacher") as scope:'),
    ('paddle.static.name_scope("teacher")', "name_scope()"),
    ('paddle.static.name_scope("teacher")', "paddle.no_grad()"),
])
def test_other_scopes_stay(old, new):
    text = SCOPED.replace(old, new)
    assert f"{new}\n" in without_name_scopes(text) or f"{new}:\n" in without_name_scopes(text)


def test_a_text_that_would_change_stays():
    text = SCOPED.replace("y * 2", 'y * len("""\n""")')
    assert without_name_scopes(text) == text
