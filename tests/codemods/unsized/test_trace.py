"""Running a script for its sizes: what it tells, and what becomes of one that tells nothing."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.cli import main
from paddle_migrate.unsized import trace
from paddle_migrate.unsized.trace import NotTraced

from . import texts

pytestmark = pytest.mark.slow

LAYER = """\
import sys
import paddle.fluid as fluid
with fluid.dygraph.guard():
    conv = fluid.dygraph.Conv2D('c', 4, 3)
    {then}
"""
CALL = "conv(fluid.dygraph.to_variable(__import__('numpy').zeros([2, 5, 6, 7], 'float32')))"


def _traced(tmp_path, then):
    script = tmp_path / "script.py"
    script.write_text(LAYER.format(then=then), encoding="utf-8")
    return trace.trace(script)[0]


def test_a_layer_s_input(tmp_path):
    (made,) = _traced(tmp_path, CALL)
    assert (made.short, made.inputs) == ("Conv2D", [((2, 5, 6, 7),)])
    assert made.views[0].site is not None
    assert made.views[0].site[0] == 4
    assert made.views[0].function is None
    assert made.args["num_filters"] == 4


def test_what_fails_later_has_been_seen(tmp_path):
    (made,) = _traced(tmp_path, f"{CALL}; raise SystemExit(3)")
    assert made.inputs


def test_nothing_runs_behind_the_first_step(tmp_path):
    marker = tmp_path / "behind"
    then = f"conv(fluid.dygraph.to_variable(__import__('numpy').zeros([2, 5, 6, 7], 'float32'))).mean().backward(); \
fluid.optimizer.SGD(0.1, parameter_list=conv.parameters()).step(); open({str(marker)!r}, 'w')"
    assert _traced(tmp_path, then)
    assert not marker.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [("raise RuntimeError('no data here')\n", "no data here"), ("x = 1\n", "made no such layer")],
)
def test_a_run_that_tells_nothing_says_why(tmp_path, text, words):
    script = tmp_path / "script.py"
    script.write_text(text, encoding="utf-8")
    with pytest.raises(NotTraced, match=words):
        trace.trace(script)


def test_a_run_has_a_time_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(trace, "SECONDS", 1.0)
    script = tmp_path / "script.py"
    script.write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    with pytest.raises(NotTraced, match="within 1 s"):
        trace.trace(script)


def test_the_file_is_migrated_all_the_same(tmp_path):
    text = LAYER.format(then="y = fluid.layers.relu(conv(read()))")
    script = tmp_path / "script.py"
    script.write_text(text, encoding="utf-8")
    result = migrate_source(text, str(script), Options(trace=True))
    assert [f.code for f in result.left] == ["PM309"]
    assert any(f.code == "PM216" and "NameError" in f.message for f in result.findings)
    assert "F.relu(conv(read()))" in result.text


def test_without_the_option_nothing_runs(tmp_path):
    text = f"open({str(tmp_path / 'ran')!r}, 'w')\n{LAYER.format(then='conv(read())')}"
    script = tmp_path / "script.py"
    script.write_text(text, encoding="utf-8")
    assert migrate_source(text, str(script)).left
    assert not (tmp_path / "ran").exists()


def test_on_the_command_line(tmp_path):
    script, output = tmp_path / "script.py", tmp_path / "new.py"
    script.write_text(texts.in_1_6("loaded_arrays"), encoding="utf-8")
    result = CliRunner().invoke(main, ["--trace", "-o", str(output), str(script)])
    assert result.exit_code == 0, result.output
    assert "the script was run" in result.output
    assert "fluid" not in output.read_text(encoding="utf-8")
