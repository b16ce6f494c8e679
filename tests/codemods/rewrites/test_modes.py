"""What a program is not known to do, it is not rewritten as if it did: a law, over every program of the repository."""

from __future__ import annotations

import pytest
from paddle_migrate.options import Options
from paddle_migrate.rewrites import rewrites
from paddle_migrate.rewriting import rewrite_script
from paddle_migrate.script import Script
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.source import Source

WRITTEN_LAST = {"imports", "kept comments", "alignment", "todos", ""}
# what these write is right in dynamic mode only, and static programs have the same names
OF_DYNAMIC_MODE = {"accumulated", "optimizers", "parameters", "rates", "schedules", "seeds"}
SIGNS = {
    "with fluid.dygraph.guard():": "if True:",
    "with dygraph.guard():": "if True:",
    "fluid.enable_dygraph()": "pass",
    "fluid.dygraph.Layer": "object",
}
# what nothing shows the mode of, and depends on it
UNKNOWN = [
    f"import paddle.fluid as fluid\ndef step(loss, model):\n    {line}\n"
    for line in (
        "o = fluid.optimizer.SGD(0.1)",
        "o = fluid.optimizer.SGD(0.1)\n    o.minimize(loss)",
        "fluid.optimizer.Adam(learning_rate=0.1).minimize(loss)",
        "rate = fluid.layers.exponential_decay(0.1, 10, 0.5)\n    fluid.optimizer.SGD(rate).minimize(loss)",
        "fluid.default_main_program().random_seed = 1",
        "program = fluid.default_startup_program()\n    program.random_seed = 1",
        "o = fluid.optimizer.SGD(0.1)\n    print(o.current_step_lr())",
    )
]


def _without_signs(text: str) -> str:
    for sign, plain in SIGNS.items():
        text = text.replace(sign, plain)
    return text


@pytest.fixture(scope="module")
def scripts(programs) -> list[Script]:
    """Each as it is, and without what shows most often that it is dynamic."""
    found = []
    for text in dict.fromkeys([*programs, *UNKNOWN, *map(_without_signs, programs)]):
        try:
            found.append(rewrite_script(Source(text), Options()))
        except SourceError:
            continue
    return found


def _changed_by(script: Script) -> set[str]:
    return {piece.origin.rewrite for piece in script.edits.origins()} if script.edits else set()


def _all_of(scripts: list[Script], mode: str) -> list[Script]:
    return [script for script in scripts if script.mode.of_file == mode and not script.mode.is_mixed]


def test_a_program_of_unknown_mode_is_left_alone(scripts):
    unknown = [s for s in _all_of(scripts, "unknown") if s.references]
    assert len(unknown) > 80
    assert sum(any(f.code == "PM316" for f in s.findings) for s in unknown) > 10
    assert [s.source.text for s in unknown if _changed_by(s) & OF_DYNAMIC_MODE] == []


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_depends_on_the_mode_is_said(check_noop, text):
    assert [f.code for f in check_noop(text).findings] == ["PM316"]


def test_a_static_program_has_what_is_right_in_programs_alone(scripts):
    right = {rewrite.name for rewrite in rewrites() if rewrite.in_programs} | WRITTEN_LAST
    static = _all_of(scripts, "static")
    assert len(static) >= 8
    assert [s.source.text for s in static if not _changed_by(s) <= right] == []


def test_a_static_program_is_left_alone_if_asked(scripts):
    said = {rewrite.name for rewrite in rewrites() if rewrite.of_every_mode}
    texts = [s.source.text for s in _all_of(scripts, "static")]
    left = [rewrite_script(Source(text), Options(programs=False)) for text in texts]
    assert [s.source.text for s in left if not _changed_by(s) <= said] == []


def test_a_dynamic_one_is_not(scripts):
    """Else the tests above would hold for a tool that does nothing."""
    changed = set().union(*(_changed_by(script) for script in _all_of(scripts, "dynamic")))
    assert changed >= OF_DYNAMIC_MODE
