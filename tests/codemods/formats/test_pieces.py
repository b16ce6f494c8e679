from __future__ import annotations

import pytest
from paddle_migrate.formats.pieces import Piece, migrate_pieces
from paddle_migrate.options import Options

IMPORT = "import paddle.fluid as fluid\n"


def migrated(*texts, strict=True):
    pieces = [Piece(text, f"piece {n}", 10 * n) for n, text in enumerate(texts, 1)]
    return migrate_pieces(pieces, "pieces", Options(), strict)


def test_one_name_space():
    texts, findings, _ = migrated(IMPORT, "y = fluid.layers.relu(x)")
    assert texts == ["import paddle.nn.functional as F\n", "y = F.relu(x)"]
    assert [(f.line, f.place) for f in findings] == [(20, "piece 2")]


@pytest.mark.parametrize("texts", [("x = 1\n", "y = 2"), ("import paddle\n", ""), (IMPORT + "f(fluid)\n",)])
def test_nothing_to_do(texts):
    assert migrated(*texts)[0] == list(texts)


CALL = "y = fluid.layers.fc({}, size=10, num_flatten_dims=2, act='softmax')\n"


def test_long_lines_are_broken():
    new = migrated(IMPORT, CALL.format("output_of_the_last_layer"), "x = 1\n")[0]
    assert max(map(len, new[1].splitlines())) <= 120
    assert new[1].count("\n") > 3
    assert new[2] == "x = 1\n"
    assert migrated(IMPORT, CALL.format("x"))[0][1].count("\n") == 3


def test_lines_that_were_long_stay():
    text = f"names = [{', '.join(['fluid'] * 20)}]  # {'long ' * 9}\n"
    assert migrated("fluid = 1\n", text)[0] == ["fluid = 1\n", text]
    call = CALL.format("output_of_the_last_layer_" * 5)
    assert migrated(IMPORT, call)[0][1].count("\n") == 3


def test_what_is_no_python_is_passed_over_or_said():
    texts = [IMPORT, "y = \n", "y = fluid.layers.relu(x)\n"]
    new, findings, _ = migrated(*texts, strict=False)
    assert new == ["import paddle.nn.functional as F\n", "y = \n", "y = F.relu(x)\n"]
    assert {f.place for f in findings} == {"piece 3"}
    findings = migrated(*texts).findings
    assert [(f.line, f.code) for f in findings if f.place == "piece 2"] == [(20, "PM902")]


def test_who_changed_which_line_of_which_piece():
    pieces = [Piece(text) for text in ("x = = 1\n", IMPORT, "n = 1\ny = fluid.layers.relu(x)")]
    whose = migrate_pieces(pieces, "pieces", Options(why=True), strict=False).origins
    assert list(whose) == [1, 2]
    assert [by.rewrite for by in whose[1].new[1]] == ["imports"]
    assert [by.name for by in whose[2].new[2]] == ["fluid.layers.relu"]
    assert list(whose[2].old) == [2]
