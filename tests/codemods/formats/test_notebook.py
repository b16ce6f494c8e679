"""The JSON around a notebook's cells stays, to the byte."""

from __future__ import annotations

import json

import pytest
from paddle_migrate.formats.notebook import migrate_notebook
from paddle_migrate.options import Options
from paddle_migrate.reasons import reasons

OLD = ["import paddle.fluid as fluid\n", "y = fluid.layers.relu(x)"]
NEW = ["import paddle.nn.functional as F\n", "y = F.relu(x)"]
CELL = '{{"cell_type": "{kind}", "source": {source}, "metadata": {{"source": "x"}}}}'


def _notebook(source: str, kind: str = "code") -> str:
    return '{"cells" :[' + CELL.format(kind=kind, source=source) + '],\t"nbformat": 4.0, "x": "\\u4e2d"}'


@pytest.mark.parametrize(
    "written",
    [
        lambda lines: json.dumps("".join(lines)),
        json.dumps,
        lambda lines: json.dumps(lines, indent=1),
        lambda lines: json.dumps(lines, indent=4),
        lambda lines: "[\r\n  " + ",\r\n  ".join(map(json.dumps, lines)) + "\r\n ]",
        lambda lines: json.dumps([*lines[:-1], lines[-1] + "  # 中"]),
        lambda lines: json.dumps([*lines[:-1], lines[-1] + "  # 中"], ensure_ascii=False),
    ],
)
def test_written_as_it_was(written):
    result = migrate_notebook(_notebook(written(OLD)))
    assert result.text == _notebook(written(NEW))
    assert [(f.place, f.line) for f in result.findings] == [("cell 1", 2)]
    assert migrate_notebook(result.text).text == result.text


def test_a_name_space_across_cells():
    cells = [CELL.format(kind="code", source=json.dumps(line)) for line in OLD]
    text = '{"cells": [' + ", ".join(cells) + "]}"
    new = [cell["source"] for cell in json.loads(migrate_notebook(text).text)["cells"]]
    assert "".join(new) == "".join(NEW)


@pytest.mark.parametrize(
    "text",
    [
        _notebook(json.dumps(OLD), "markdown"),
        _notebook(json.dumps(OLD), "raw"),
        _notebook(json.dumps(["# paddle-migrate: skip-file\n", *OLD])),
        _notebook(json.dumps(["import paddle\n", "y = paddle.mean(x)"])),
        '{"cells": [], "source": "import paddle.fluid"}',
        "",
    ],
)
def test_must_not_change(text):
    result = migrate_notebook(text)
    assert (result.text, result.findings, result.changed) == (text, [], False)


@pytest.mark.parametrize(
    "text", ["paddle", '{"paddle": 1}', '["paddle"]', '{"cells": ["paddle"]}', '{"cells": [{"paddle": 1}]}']
)
def test_no_notebook(text):
    result = migrate_notebook(text)
    assert result.text == text
    assert [(f.line, f.code) for f in result.findings] == [(0, "PM901")]


@pytest.mark.parametrize("indent", [1, None])
def test_each_changed_line_has_its_own_reason(indent):
    first = ["import paddle.fluid as fluid\n"]
    second = ["y = fluid.layers.relu(x)\n", "n = 1\n", "z = fluid.layers.mean(y)"]
    cells = [CELL.format(kind="code", source=json.dumps(lines, indent=indent)) for lines in (first, second)]
    text = '{"cells": [' + ",\n".join(cells) + "]}"
    result = migrate_notebook(text, options=Options(why=True))
    assert result.origins is not None
    found = {r.text.strip().strip(","): [by.name for by in r.by] for r in reasons(text, result.text, result.origins)}
    if indent is None:  # a cell is one line of the file
        assert list(found.values())[1] == ["fluid.layers.relu", "fluid.layers.mean"]
    else:
        assert found['"y = F.relu(x)\\n"'] == ["fluid.layers.relu"]
        assert found['"z = paddle.mean(y)"'] == ["fluid.layers.mean"]


def test_nobody_asked_why():
    assert migrate_notebook(_notebook(json.dumps(OLD))).origins is None
