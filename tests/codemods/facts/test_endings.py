"""The ending of a checkpoint's path."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.endings import ending, in_place_of, is_written_in


def path(read, text, before=""):
    script = read(f"{before}load({text})\n")
    (call,) = [c for c in script.facts.source.all(cst.Call) if getattr(c.func, "value", "") == "load"]
    return script.facts, call.args[0].value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("'a.pdparams'", ".pdparams"),
        ("'a.pdopt'", ".pdopt"),
        ("'a'", ""),
        ("folder + '/a'", ""),
        ("os.path.join(folder, 'a.pdparams')", ".pdparams"),
        ("'epoch_%d' % i", ""),
        ("'epoch_{}.pdopt'.format(i)", ".pdopt"),
        ("f'epoch_{i}.pdparams'", ".pdparams"),
        ("str(i)", ""),
    ],
)
def test_told(read, text, found):
    assert ending(*path(read, text)) == found


@pytest.mark.parametrize(
    "text", ["args.path", "sys.argv[1]", "'%s' % name", "'/'.join(a)[2:]", "f'{name}'", "os.path.join(*parts)", "f()"]
)
def test_not_told(read, text):
    assert ending(*path(read, text)) is None


def test_of_what_a_name_was_given_last(read):
    assert ending(*path(read, "p", "p = 'a'\n")) == ""
    assert ending(*path(read, "p", "p = 'a'\np = p + '.pdopt'\n")) == ".pdopt"
    assert ending(*path(read, "p", "p = 'a'\nif b:\n    p = 'a.pdopt'\n")) is None


def test_where_it_stands(read):
    assert in_place_of("'a.pdopt' + '.pdopt'", ".pdopt", "") == "'a.pdopt' + ''"
    assert in_place_of("'a'", "", ".pdopt") == "'a'"
    assert is_written_in(path(read, "folder + '/a'")[1])
    assert not is_written_in(path(read, "folder + name")[1])
