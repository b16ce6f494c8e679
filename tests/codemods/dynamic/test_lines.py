"""Lines of a text, and of those that it was before."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.lines import first_line, lines_before, origins_before
from paddle_migrate.reasons import By, Origins


def test_lines_of_the_old_text():
    assert lines_before("a\nb\nc\nd", "a\nnew\nx\nc\nmore\nd") == {1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 4}


@pytest.mark.parametrize(("old_text", "new_text"), [
    ("    sgd.minimize(loss)\n", "    if x is not None:\n        sgd.minimize(loss)\n"),
    ("    sgd.minimize(loss)\n", "    sgd.minimize(loss, parameter_list=ARRAY)\n"),
    ("    predict = net(x)\n", "    predict = net(x)\n    predict[0] = net(x)\n"),
])
@pytest.mark.parametrize("test", ["    test = fluid.default_main_program().clone(for_test=True)\n", ""])
def test_what_is_told_stands_at_its_statement(old, old_text, new_text, test):
    """Whatever else the step before wrote around it."""
    text = old.replace("    test = fluid.default_main_program().clone(for_test=True)\n", "").replace(
        "    exe = fluid", f"{test}    exe = fluid")
    assert old_text in text
    text = text.replace(old_text, new_text)
    result = migrate_source(text, options=Options(dygraph=True))
    (found,) = [f.line for f in result.findings if f.code == "PM340" and " stays a function: " not in f.message]
    want = new_text.strip().splitlines()[-1]
    assert want in text.splitlines()[found - 1]


@pytest.mark.parametrize(("line", "first"), [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2), (5, 5), (6, 5), (7, 7)])
def test_where_a_statement_begins(line, first):
    text = "if a:\n    b = f(\n        1,\n        2)\n    for c in (\n            d, e):\n        pass\n"
    assert first_line(text, line) == first
    assert first_line(f"{text}print 1", line) == line


def test_who_wrote_a_line():
    program = Origins(new={1: [By("imports")], 3: [By("calls", "relu")]}, old={2: [By("calls")]})
    found = origins_before("a\nb\nc", "a\nnew\nc", program)
    assert found.new == {1: [By("imports")], 2: [By("dynamic")], 3: [By("calls", "relu")]}
    assert found.old == program.old
