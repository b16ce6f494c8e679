"""Methods that Paddle 3's programs have not are said, with --programs, and other things' methods are not."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nmain = fluid.default_main_program()\nout = fluid.layers.fc(x, 1)\n"


def said(line):
    result = migrate_source(HEAD + line, options=Options(programs=True))
    return [finding.name for finding in result.left if finding.code == "PM333"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("with fluid.program_guard(main.clone()):\n    build()\n", "Program.clone"),
        ("print(self.train_program.to_string(True))\n", "Block.var"),
        ("v = main.global_block().has_var('w')\n", "Block.has_var"),
    ],
)
def test_a_method(line, name):
    found = said(line)
    assert found == ([] if "to_string(True)" in line else [name])


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("ps = main.all_parameters()\n", "ps = main.global_block().all_parameters()\n"),
        ("v = fluid.default_main_program().global_block().var('w')\n",
         "v = variable(paddle.static.default_main_program(), 'w')\n"),
        ("b = main.current_block()\n", "b = main.global_block()\n"),
    ],
)
def test_what_every_program_has_by_another_name(line, new):
    result = migrate_source(HEAD + line, options=Options(programs=True))
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "line",
    ["ps = main.global_block().all_parameters()\n", "b = array.clone()\n", "self.model.to_string()\n",
     "words.var('w')\n"],
)
def test_something_else(line):
    assert said(line) == []
