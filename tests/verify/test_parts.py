"""The parts of verify that need no script to run."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import numpy as np
import pytest
from paddle_migrate.api import Options
from paddle_migrate.verify.child.paddle_verify.hints import ratio
from paddle_migrate.verify.child.paddle_verify.initial import starts_differently
from paddle_migrate.verify.child.paddle_verify.records import Made, Writer
from paddle_migrate.verify.child.paddle_verify.tolerance import Largest, apart, gradients, losses, top
from paddle_migrate.verify.child.paddle_verify.vectors import FULL, unpack, vector
from paddle_migrate.verify.outcome import Fault, Outcome, Run
from paddle_migrate.verify.picture import Curve, draw
from paddle_migrate.verify.process import CHILD, Settings, command
from paddle_migrate.verify.report import as_json, page
from paddle_migrate.verify.scripts import _imported, migrate_into
from paddle_migrate.verify.words import verdict


@pytest.mark.parametrize("path", sorted(CHILD.rglob("*.py")), ids=lambda path: path.name)
def test_what_runs_beside_the_script_is_python_3_7(path: Path) -> None:
    """Real 1.8.5 has no newer one."""
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 7))
    keywords = [k.arg for node in ast.walk(tree) if isinstance(node, ast.Call) for k in node.keywords]
    assert "strict" not in keywords


def test_a_small_tensor_is_kept_whole_and_a_large_one_in_parts() -> None:
    small, large = np.arange(FULL, dtype="float32"), np.ones(1_000_000, "float32")
    assert vector(small).data.tolist() == small.tolist()
    assert vector(large).data.size < FULL
    changed = large.copy()
    changed[123_457] += 1
    seen = top(apart(vector(large).wide, vector(changed).wide))
    assert seen > 1e-5 * 2, "one element among a million shows"
    packed = unpack(vector(large).pack())
    assert packed is not None
    assert (packed.data == vector(large).data).all()
    assert packed.top == 1.0


@pytest.mark.parametrize(("wanted", "left"), [([[2, 3]], []), ([], [[2, 3]]), ([[2, 3], [2, 3], [4]], [])])
def test_a_model_made_after_training_is_not_missed_before(tmp_path: Path, wanted: list, left: list) -> None:
    """A script that trains and then makes the model again, to load what it saved."""

    class Parameter(np.ndarray):
        def numpy(self) -> np.ndarray:
            return np.asarray(self)

    writer = Writer(tmp_path, 0, lambda **event: None)
    writer.parameter(np.ones((2, 3), "float32").view(Parameter))
    writer.step({"step": 1, "losses": [], "class": "SGD", "starts": [], "gradients": [], "values": []})
    for shape in ((2, 3), (4,)):
        writer.parameter(np.zeros(shape, "float32").view(Parameter))
    writer.close()
    made = Made(tmp_path / "old.0.made")
    assert all(made.take(shape, "<f4").shape == tuple(shape) for shape in wanted)
    assert made.left == left


def test_not_a_number_is_the_same_as_itself_only() -> None:
    nan, inf = float("nan"), float("inf")
    theirs, ours = np.array([nan, inf, nan, 1.0, inf]), np.array([nan, inf, 1.0, nan, -inf])
    assert apart(theirs, ours).tolist() == [0.0, 0.0, inf, inf, inf]


def test_what_is_not_finite_on_both_sides_is_no_fault() -> None:
    values = vector(np.array([1.0, float("nan"), float("inf")], "float32"))
    record = {"gradients": [values], "names": ["w"], "shapes": [[3]]}
    assert gradients(record, record, 1e-5).fault is None
    other = {**record, "gradients": [vector(np.array([1.0, 2.0, float("inf")], "float32"))]}
    assert gradients(record, other, 1e-5).fault is not None
    assert gradients(other, record, 1e-5).fault is not None


def test_losses() -> None:
    def check(old: list[float], new: list[float]):
        return losses({"losses": old}, {"losses": new}, 1e-5, Largest())

    nan = float("nan")
    assert check([1.0], [1.0 + 1e-6]).fault is None
    assert check([1.0], [1.0 + 1e-4]).fault is not None
    assert check([nan], [nan]).fault is None
    assert check([1.0], [nan]).fault is not None
    assert check([nan], [1.0]).fault is not None
    assert check([1.0], [1.0, 1.0]).fault["what"] == "backward"
    assert check([0.0], [0.0]).fault is None


def test_ratio() -> None:
    some = np.random.RandomState(0).rand(100)
    assert ratio([(some, 3 * some), (some, 3 * some)]) == pytest.approx(3)
    assert ratio([(some, 3 * some), (some, 2 * some)]) is None
    assert ratio([(some * 0, some)]) is None


def test_starts() -> None:
    draw = np.random.RandomState(0)
    wide, wider, narrow = (draw.uniform(-w, w, 500) for w in (1, 1, 0.1))
    assert starts_differently(wide, wider) is None
    assert starts_differently(wide, narrow) is not None
    assert starts_differently(wide * 0, wide * 0 + 1) == {"old": "0 everywhere", "new": "1 everywhere"}
    assert starts_differently(wide, wide * 0) is not None


def test_pictures_escape_what_they_show() -> None:
    picture = draw([Curve("<b>&", "#111", [1.0, float("nan"), 2.0, 3.0])], [(2, "<script>")])
    assert "<b>" not in picture
    assert "<script>" not in picture
    assert "&lt;b&gt;&amp;" in picture
    assert picture.count("<circle") == 1, "a point alone is a dot"
    assert "exactly the same" in draw([Curve("loss", "#111", [0.0, 0.0])], log=True)


def failing() -> Outcome:
    old, new = Run("old", {0: [1.0, 2.0]}, {"SGD"}), Run("new", {0: [1.0, float("nan")]}, {"SGD"})
    found = {"what": "loss", "old": 2.0, "new": float("nan"), "relative": float("inf"), "count": 1}
    new.worst = {0: [{"loss": 0.0}, {"loss": float("inf")}]}
    new.fault = Fault("new", 0, 2, (found,))
    return Outcome(old, [new], notes=["<i>"])


def test_reports_of_what_is_not_a_number() -> None:
    outcome = failing()
    text = verdict(outcome, 1e-5)
    content = json.loads(as_json(outcome, text), parse_constant=lambda name: pytest.fail(name))
    assert content["runs"]["new"]["losses"]["0"] == [1.0, "nan"]
    assert content["differences"][0]["found"][0]["relative"] == "inf"
    assert "<i>" not in page(outcome, text)


def test_status() -> None:
    outcome = failing()
    assert (outcome.verdict, outcome.status) == ("differ", 1)
    assert "Step 2: the new script differs" in verdict(outcome, 1e-5)
    outcome.trouble = "it failed"
    assert (outcome.verdict, outcome.status) == ("failed", 2)
    same = Outcome(Run("old", {0: [1.0, 2.0]}), [Run("new", {0: [1.0]})], interrupted=True)
    assert (same.verdict, same.status) == ("interrupted", 130)
    assert "Interrupted; so far the same: 1 step(s) agree" in verdict(same, 1e-5)


def test_a_rank_that_is_missing_differs() -> None:
    old, new = Run("old", {0: [1.0], 1: [1.0]}), Run("new", {0: [1.0]})
    new.end_against(old)
    assert new.fault == Fault("new", 1, 1, ({"what": "steps"},))


def test_what_a_script_imports(tmp_path: Path) -> None:
    for name in ("main.py", "a.py", "package/__init__.py", "package/b.py", "package/c.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    def found(text: str, path: str = "main.py") -> set[str]:
        return {p.relative_to(tmp_path).as_posix() for p in _imported(text, tmp_path / path, tmp_path)}

    assert found("import a, os, numpy") == {"a.py"}
    assert found("from package import b") == {"package/__init__.py", "package/b.py"}
    assert found("def f():\n    import package.c") == {"package/__init__.py", "package/c.py"}
    assert found("from . import c\nfrom .b import x", "package/b.py") == {"package/c.py", "package/b.py"}
    assert found("from .. import a", "package/b.py") == {"a.py"}
    assert found("print 'Python 2'") == set()


def test_names_that_come_through_a_module_beside_the_script(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("import paddle.fluid as fluid\nL = fluid.layers\n")
    (tmp_path / "train.py").write_text("from utils import L\ny = L.relu(x)\n")
    script, left = migrate_into(tmp_path / "new", tmp_path / "train.py", Options())
    assert script.read_text() == "import paddle.nn.functional as F\ny = F.relu(x)\n"
    assert left == []


def test_command_lines(tmp_path: Path) -> None:
    plain, spawns = tmp_path / "plain.py", tmp_path / "spawns.py"
    plain.write_text("train()\n")
    spawns.write_text("dist.spawn(train)\n")
    one, two = Settings(tmp_path, ("--lr", "1")), Settings(tmp_path, (), ranks=2)
    assert command(one, "old", plain, "py") == ["py", "-m", "paddle_compat", str(plain), "--lr", "1"]
    assert command(one, "new", plain, "py") == ["py", str(plain), "--lr", "1"]
    assert command(one, "oracle", plain, "py") == ["py", str(plain), "--lr", "1"]
    assert "paddle.distributed.launch" in command(two, "old", plain, "py")
    assert command(two, "new", spawns, "py") == ["py", str(spawns)]
