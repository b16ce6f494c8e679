"""Whose seed the dynamic graph hears: 1.8.5, compat, and what the tool makes of it, where it rewrites."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from paddle_migrate.api import migrate_source

HEAD = "import numpy as np\nimport paddle.fluid as fluid\n"
DRAW = "        DRAWN.append(fluid.dygraph.Linear(3, 2).weight.numpy().ravel().tolist())\n"
GUARD = "    with fluid.dygraph.guard():\n"
FORMS = {
    "the main program's": GUARD + "        fluid.default_main_program().random_seed = 3\n" + DRAW,
    "through a name": GUARD + "        p = fluid.default_main_program(); p.random_seed = 3\n" + DRAW,
    "through setattr": GUARD + "        p = fluid.framework.default_main_program()\n"
    "        setattr(p, 'random_seed', 3)\n" + DRAW,
    "the startup program's": GUARD + "        fluid.default_startup_program().random_seed = 3\n" + DRAW,
    "before the guard": "    fluid.default_main_program().random_seed = 3\n" + GUARD + DRAW,
    "of the program before the guard": "    p = fluid.default_main_program()\n" + GUARD + "        p.random_seed = 3\n"
    + DRAW,
    "none": GUARD + DRAW,
}
HEARD = ("the main program's", "through a name", "through setattr")
SCRIPTS = {name: f"{HEAD}DRAWN = []\ndef draw():\n{form}draw()\ndraw()\n" for name, form in FORMS.items()}
QUESTION = """
for name, text in {scripts!r}.items():
    scope = {{}}
    exec(text, scope)
    answer[name] = np.array(scope["DRAWN"][0] == scope["DRAWN"][1])
"""


@pytest.fixture(scope="module")
def wanted(harness: ModuleType) -> dict[str, np.ndarray]:
    """Whether 1.8.5 draws the same weights in the second guard."""
    return harness.ask("dygraph.program_seeds", QUESTION.format(scripts=SCRIPTS))


def same_twice(text: str) -> bool:
    scope: dict[str, Any] = {}
    exec(text, scope)
    first, second = scope["DRAWN"]
    return first == second


@pytest.mark.oracle
@pytest.mark.parametrize("form", FORMS)
def test_whose_seed_counts(form: str, wanted: dict[str, np.ndarray]) -> None:
    assert wanted[form] == (form in HEARD)
    assert same_twice(SCRIPTS[form]) == wanted[form]
    if form in HEARD:
        assert same_twice(migrate_source(SCRIPTS[form], "script.py").text)
