"""Static programs are compared run by run, under compat, on Paddle 2 and 3 and on 1.8.5."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from curves import oracle_python
from paddle_migrate.api import Options
from paddle_migrate.cli import main
from paddle_migrate.verify.judge import Judge
from paddle_migrate.verify.outcome import Outcome, Run
from paddle_migrate.verify.process import Settings
from paddle_migrate.verify.scripts import migrate_into
from paddle_migrate.verify.words import verdict

pytestmark = pytest.mark.slow
SMALL = Path(__file__).parent / "small_program.py"
SETTINGS = Settings(Path(), ())
STEPS = {0: 6, 1: 2, 2: 2, 3: 2, 4: 2}  # of each program: pictures, judge, maker, words, words by Adam

# of a program: what the migrated script says, what a wrong one says, the parameter it shows in first, and the hint
FAULTS = {
    0: ("values=[0.1, 0.05", "values=[0.2, 0.05", "conv2d_0.w_0", "the learning rate, or a clip"),
    2: ('5, "maker_1", "tanh"), 5, "maker_2"', '5, "maker_2", "tanh"), 5, "maker_1"', "maker_1", "the forward pass"),
    3: (", weight_decay=paddle.regularizer.L1Decay(0.01)", "", "embedding_0.w_0", "weight decay"),
}


@pytest.fixture(scope="module")
def played(play_once, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("programs")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(SMALL.parent)
        _, left = migrate_into(folder / "new", SMALL, Options(programs=True))
    assert not [finding for _, finding in left if finding.level == "person"]
    return play_once(folder, SMALL, 0, "--plain")


def new_text(played) -> str:
    return (played.folder / "new" / SMALL.name).read_text(encoding="utf-8")


def test_the_migration_is_the_same(played, tmp_path: Path) -> None:
    outcome = played.against(played.folder / "new" / SMALL.name, tmp_path / "records", old_adam=True)
    said = verdict(outcome, SETTINGS)
    assert (outcome.verdict, outcome.steps) == ("equal", sum(STEPS.values())), said
    assert "do not match up" not in said
    (run,) = outcome.others
    assert {which: sum(step.optimizer == which for step in run.steps_of[0]) for which in STEPS} == STEPS
    assert len(run.names) == 16
    assert run.unseen <= {"embedding_0.w_0"}


def of_one(outcome: Outcome, which: int) -> Outcome:
    """What is found where one program's steps are all there is."""
    (whole,) = outcome.others
    runs = []
    for run in (outcome.old, whole):
        steps = [step for step in run.steps_of[0] if step.optimizer == which or run is outcome.old]
        runs.append(Run(run.role, {0: [replace(step, number=i) for i, step in enumerate(steps, 1)]}, names=run.names))
    judge = Judge(runs[1], [], 1e-6)
    judge.advance()
    judge.settle()
    return Outcome(old=runs[0], others=runs[1:])


def test_planted_faults_are_found_and_nothing_else(played, tmp_path: Path) -> None:
    text = new_text(played)
    for right, wrong, _, _ in FAULTS.values():
        assert text.count(right) == 1, right
        text = text.replace(right, wrong)
    script = tmp_path / "new.py"
    script.write_text(text, encoding="utf-8")
    outcome = played.against(script, tmp_path / "records", old_adam=True, to_the_end=True)
    for which in STEPS:
        one = of_one(outcome, which)
        said = verdict(one, SETTINGS)
        if which not in FAULTS:
            assert one.verdict == "equal", said
            continue
        _, _, parameter, hint = FAULTS[which]
        assert one.verdict == "differ", said
        assert one.faults[0].step == 1, said
        assert next(found["parameter"] for found in one.faults[0].found if found["what"] != "loss") == parameter, said
        assert hint in said


@pytest.mark.skipif(oracle_python() is None, reason="no PaddlePaddle 1.8.5 here")
def test_185_is_the_same(played, tmp_path: Path) -> None:
    records = tmp_path / "records"
    outcome = played.against(SMALL, records, role="oracle", python=str(oracle_python()), nudges=1)
    said = verdict(outcome, SETTINGS)
    assert (outcome.verdict, outcome.steps) == ("equal", sum(STEPS.values())), said
    assert "the gradients of embedding_0.w_0 were not compared" in said


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With dropout, which both draw alike."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["verify", str(SMALL), "--steps", "3"])
    assert result.exit_code == 0, result.output
    assert "The same: 3 step(s) agree within 1e-06 (largest difference: loss 0.0e+00" in result.stdout


TESTED = """
import numpy as np
import paddle.fluid as fluid

x, y = fluid.layers.data("x", [4]), fluid.layers.data("y", [1])
loss = fluid.layers.mean(fluid.layers.square_error_cost(fluid.layers.fc(x, 1), y))
fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
test = fluid.default_main_program().clone(for_test=True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
fed = {"x": np.ones([3, 4], "float32"), "y": np.ones([3, 1], "float32")}
for _ in range(2):
    exe.run(feed=fed, fetch_list=[loss])
    exe.run(test, feed=fed, fetch_list=[loss])
"""


def test_a_copy_for_tests_of_what_has_minimized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.py").write_text(TESTED, encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", "old.py"])
    assert result.exit_code == 0, result.output
    assert "The same: 2 step(s) agree" in result.stdout


@pytest.mark.parametrize("ways_back", [
    "opt.apply_gradients(fluid.backward.append_backward(loss))",
    "opt.apply_gradients(opt.backward(loss))",
    "w = fluid.default_main_program().global_block().all_parameters()\n"
    "opt.apply_gradients(list(zip(w, fluid.gradients(loss, w))))",
    "seen = fluid.gradients(loss, x)\nopt.minimize(loss)",
])
def test_a_way_back_that_is_built_by_itself_has_the_loss(
    ways_back: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trained = TESTED.replace("test = fluid.default_main_program().clone(for_test=True)\n", "").replace(
        "    exe.run(test, feed=fed, fetch_list=[loss])\n", "")
    made = "opt = fluid.optimizer.Momentum(0.1, 0.9)\n" + ways_back
    Path("old.py").write_text(trained.replace("fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)", made))
    result = CliRunner().invoke(main, ["verify", "old.py", "--report", "seen.json"])
    assert result.exit_code == 0, result.output
    runs = json.loads(Path("seen.json").read_text())["runs"]
    old, new = (runs[each]["losses"]["0"] for each in ("old", "new"))
    assert len(old) == 2
    assert new == [each if isinstance(each, str) else pytest.approx(each, rel=1e-6) for each in old]
    assert ("nan" in old) == ("fluid.gradients(loss, w)" in ways_back)  # which is no way back by itself


def test_what_cannot_be_followed_is_said() -> None:
    run = Run("new")
    run.take(0, {"event": "unfollowed", "what": "Executor.train_from_dataset"})
    outcome = Outcome(others=[run])
    assert "Executor.train_from_dataset in the new script takes its steps where they" in verdict(outcome, SETTINGS)


COUNTED = """
import numpy as np
import paddle.fluid as fluid

x, y = fluid.data("x", [None, 4]), fluid.data("y", [None, 1])
w = fluid.layers.create_parameter([1], "float32", name="w", default_initializer=fluid.initializer.Constant(0.5))
{made}
loss = fluid.layers.mean(fluid.layers.square_error_cost(fluid.layers.fc(x, 1, name="f") * w, y))
fluid.optimizer.SGD({rate}).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
draw = np.random.RandomState(1)
for i in range(3):
    exe.run(feed={{"x": draw.rand(8, 4).astype("float32"), "y": draw.rand(8, 1).astype("float32")}}, fetch_list=[loss])
"""
GLOBALS = 'held = [fluid.layers.create_global_var([1], 2.0, "float32", True, name=each) for each in ("one", "two")]'


@pytest.mark.parametrize(
    ("made", "rate", "has"),
    [
        ("", "fluid.layers.noam_decay(64, 10) * 0.5", "@LR_DECAY_COUNTER@"),
        ("rates = {'exp': lambda: fluid.layers.exponential_decay(0.1, 2, 0.5) + 0.01}", "rates['exp']()",
         "@LR_DECAY_COUNTER@"),
        ("def count(begin):\n    return fluid.layers.create_global_var([1], begin, 'int64', persistable=True)\n"
         "seen = count(0)", "0.1", "global_variable(["),
        (GLOBALS, "0.1", "global_variable(["),
    ],
    ids=["a variable rate", "in a lambda", "a function's count", "globals of a list"],
)
def test_what_lasts_and_is_not_trained_is_no_parameter(made: str, rate: str, has: str, tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = Path("old.py"), Path("new.py")
    old.write_text(COUNTED.format(made=made, rate=rate), encoding="utf-8")
    assert CliRunner().invoke(main, [str(old), "-o", str(new)]).exit_code == 0
    assert has in new.read_text(encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(old), str(new)])
    assert (result.exit_code, "do not match up" in result.output) == (0, False), result.output
    text, run = new.read_text(encoding="utf-8"), "exe.run(paddle.static.default_startup"
    new.write_text(text.replace(run, f'paddle.static.create_parameter([1], "float32")\n{run}'), encoding="utf-8")
    assert "without a partner here: [1]; in" in CliRunner().invoke(main, ["verify", str(old), str(new)]).output


PRELUS = """
import os
import numpy as np
import paddle.fluid as fluid

x = fluid.data("x", [None, 4, 3, 3])
out = fluid.layers.conv2d(x, 4, 2, bias_attr=False)
out = fluid.layers.prelu(out, "channel"{slopes})
out = fluid.layers.conv2d(out, 4, 2)
loss = fluid.layers.mean(fluid.layers.square(out))
fluid.optimizer.Momentum(0.1, 0.9).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
draw = np.random.RandomState(1)
for i in range(3):
    exe.run(feed={"x": draw.randn(8, 4, 3, 3).astype("float32")}, fetch_list=[loss])
"""


@pytest.mark.parametrize("slopes", ["", ", fluid.ParamAttr('slopes')"], ids=["unnamed", "named"])
@pytest.mark.parametrize(("was", "now", "status"), [("", "", 0), (")(out)", ")(-out)", 1)])
def test_a_parameter_of_fewer_dimensions(was: str, now: str, status: int, slopes: str, tmp_path: Path,
                                         monkeypatch: pytest.MonkeyPatch) -> None:
    """1.8.5's prelu kept [1, 4, 1, 1] of what nn.PReLU keeps as [4]."""
    monkeypatch.chdir(tmp_path)
    old, new = Path("old.py"), Path("new.py")
    old.write_text(PRELUS.replace("{slopes}", slopes), encoding="utf-8")
    assert CliRunner().invoke(main, [str(old), "-o", str(new)]).exit_code == 0
    text = new.read_text(encoding="utf-8")
    assert "nn.PReLU(" in text
    assert was in text
    new.write_text(text.replace(was, now) if was else text, encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(old), str(new)])
    assert result.exit_code == status, result.output
    assert "do not match up" not in result.output
