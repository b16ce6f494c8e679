"""The parts of verify that need no script to run."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import numpy as np
import pytest
from paddle_migrate.api import Options
from paddle_migrate.child import CHILD
from paddle_migrate.project.project import Project
from paddle_migrate.verify.child.paddle_verify.hints import ratio
from paddle_migrate.verify.child.paddle_verify.initial import starts_differently
from paddle_migrate.verify.child.paddle_verify.records import Made, Writer
from paddle_migrate.verify.child.paddle_verify.state import Keeper, State, nudged, read_states
from paddle_migrate.verify.child.paddle_verify.tolerance import Largest, apart, gradients, losses, top, updates
from paddle_migrate.verify.child.paddle_verify.vectors import FULL, unpack, vector
from paddle_migrate.verify.picture import Curve, draw
from paddle_migrate.verify.process import Part, Settings, command, environment
from paddle_migrate.verify.scripts import _imported, migrate_into, root_of

SETTINGS = Settings(Path(), ())


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
        name = "w"

        def numpy(self) -> np.ndarray:
            return np.asarray(self)

    writer = Writer(tmp_path, 0, lambda **event: None, room=0)
    writer.parameter(np.ones((2, 3), "float32").view(Parameter))
    kept: dict = {kind: [] for kind in ("starts", "gradients", "values", "losses")}
    writer.step({"step": 1, "class": "SGD", "states": {}, **kept}, None)
    for shape in ((2, 3), (4,)):
        writer.parameter(np.zeros(shape, "float32").view(Parameter))
    writer.close()
    made = Made(tmp_path / "old.0.made")
    assert all(made.take(np.zeros(shape, "float32"))[0].shape == tuple(shape) for shape in wanted)
    assert made.left == left


def test_not_a_number_is_the_same_as_itself_only() -> None:
    nan, inf = float("nan"), float("inf")
    theirs, ours = np.array([nan, inf, nan, 1.0, inf]), np.array([nan, inf, 1.0, nan, -inf])
    assert apart(theirs, ours).tolist() == [0.0, 0.0, inf, inf, inf]


def test_what_is_not_finite_on_both_sides_is_no_fault() -> None:
    values = vector(np.array([1.0, float("nan"), float("inf")], "float32"))
    record = {"gradients": [values], "names": ["w"], "shapes": [[3]], "keys": [0]}
    assert not gradients(record, record, 1e-5).found
    other = {**record, "gradients": [vector(np.array([1.0, 2.0, float("inf")], "float32"))]}
    assert gradients(record, other, 1e-5).found
    assert gradients(other, record, 1e-5).found


def test_losses() -> None:
    largest = Largest()

    def differ(old: float, new: float) -> bool:
        return bool(losses({"losses": [old], "optimizer": 0}, {"losses": [new]}, 1e-5, largest).found)

    nan = float("nan")
    assert not differ(1.0, 1.0 + 1e-6)
    assert differ(1.0, 1.0 + 1e-4)
    assert not differ(nan, nan)
    assert differ(1.0, nan)
    assert differ(nan, 1.0)
    assert not differ(0.0, 0.0)
    assert not differ(0.01, 0.01 + 5e-7), "it has come down from 1"
    assert differ(0.01, 0.01 + 5e-6)


def test_ratio() -> None:
    some = np.random.RandomState(0).rand(100)
    assert ratio([(some, 3 * some), (some, 3 * some)]) == pytest.approx(3)
    assert ratio([(some, 3 * some), (some, 2 * some)]) is None
    rounding = 1e-5 * np.random.RandomState(1).randn(100)
    assert ratio([(some, 1.0001 * some + rounding)]) == pytest.approx(1.0001, abs=1e-5)
    assert ratio([(some, some)]) is None
    assert ratio([(some * 0, some)]) is None


def test_starts() -> None:
    draw = np.random.RandomState(0)
    wide, wider, narrow = (draw.uniform(-w, w, 500) for w in (1, 1, 0.1))
    assert starts_differently(wide, wider) is None
    assert starts_differently(wide, narrow) is not None
    assert starts_differently(wide * 0, wide * 0 + 1) == {"old": "0 everywhere", "new": "1 everywhere"}
    assert starts_differently(wide, wide * 0) is not None
    assert starts_differently(wide[:1], wide[1:2]) is None  # both may be drawn
    assert starts_differently(wide[:1] * 0, wide[:1]) is not None
    assert starts_differently(wide[:1], wide[:1] * 0) is not None


def test_pictures_escape_what_they_show() -> None:
    picture = draw([Curve("<b>&", "#111", [1.0, float("nan"), 2.0, 3.0])], [(2, "<script>")])
    assert "<b>" not in picture
    assert "<script>" not in picture
    assert "&lt;b&gt;&amp;" in picture
    assert picture.count("<circle") == 1, "a point alone is a dot"
    assert "exactly the same" in draw([Curve("loss", "#111", [0.0, 0.0])], log=True)


def test_what_a_script_imports(tmp_path: Path) -> None:
    for name in ("main.py", "a.py", "package/__init__.py", "package/b.py", "package/c.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    def found(text: str, path: str = "main.py") -> set[str]:
        project = Project(bases=[tmp_path / "main.py"])
        return {p.relative_to(tmp_path).as_posix() for p in _imported(text, tmp_path / path, project)}

    assert found("import a, os, numpy") == {"a.py"}
    assert found("from package import b") == {"package/__init__.py", "package/b.py"}
    assert found("def f():\n    import package.c") == {"package/__init__.py", "package/c.py"}
    assert found("from . import c\nfrom .b import x", "package/b.py") == {
        "package/__init__.py", "package/c.py", "package/b.py"}
    assert found("from .. import a", "package/b.py") == {"a.py"}
    assert found("print 'Python 2'") == set()


def test_a_script_finds_modules_and_data_by_its_own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`sys.path.insert(0, TOP)`, or PYTHONPATH, of a script in a folder of its own, and data beside its modules."""
    old, new = tmp_path / "old", tmp_path / "new"
    layers = "import paddle.fluid as fluid\nL = fluid.layers\n"
    start = "import os, sys\nsys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))\n"
    files = {"tools/train.py": start + "from net.parts import L\ny = L.relu(x)\n", "net/__init__.py": "",
             "net/parts.py": layers, "net/sizes.txt": "7", "data/one.txt": "1", "other/unused.py": layers}
    for name, text in files.items():
        (old / name).parent.mkdir(parents=True, exist_ok=True)
        (old / name).write_text(text)
    monkeypatch.chdir(old)
    script, _ = migrate_into(new, Path("tools/train.py"), Options())
    assert script == new / "tools" / "train.py"
    assert script.read_text().endswith("y = F.relu(x)\n")
    assert {p.relative_to(new).as_posix() for p in new.rglob("*") if p.is_file() and not p.is_symlink()} == {
        "tools/train.py", "net/__init__.py", "net/parts.py"}
    assert [(new / name).read_text() for name in ("net/sizes.txt", "data/one.txt")] == ["7", "1"]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([".", "net", "/elsewhere"]))
    part = Part("new", script, "py", copy_of=root_of(Path("tools/train.py")))
    assert environment(Settings(tmp_path, ()), part)["PYTHONPATH"].split(os.pathsep)[1:] == [
        str(new), str(new / "net"), "/elsewhere"]


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
    assert command(one, Part("old", plain, "py")) == ["py", "-m", "paddle_compat", str(plain), "--lr", "1"]
    assert command(one, Part("nudged", plain, "py", number=2)) == command(one, Part("old", plain, "py"))
    assert command(one, Part("new", plain, "py")) == ["py", str(plain), "--lr", "1"]
    assert command(one, Part("oracle", plain, "py")) == ["py", str(plain), "--lr", "1"]
    assert "paddle.distributed.launch" in command(two, Part("old", plain, "py"))
    assert command(two, Part("new", spawns, "py")) == ["py", str(spawns)]


def test_a_nudge_is_one_unit_in_the_last_place() -> None:
    array = np.array([1.0, -3.0, 1e-20, 0.0, np.inf], "float32")
    moved = nudged(array, np.random.RandomState(0))
    assert moved.dtype == array.dtype
    with np.errstate(invalid="ignore"):
        assert (np.abs(moved - array)[:4] <= np.spacing(np.abs(array[:4]))).all()
    assert (moved != array).tolist() == [True, True, True, True, False]
    assert nudged(np.arange(3), np.random.RandomState(0)).tolist() == [0, 1, 2]


def test_states_are_kept_while_there_is_room(tmp_path: Path) -> None:
    class Kept(State):
        def __init__(self) -> None:
            pass

        def arrays(self) -> dict[str, list[np.ndarray | None]]:
            return {"": [np.arange(100, dtype="float32"), None]}

    keeper = Keeper(tmp_path / "states", 1000)
    assert [keeper.keep(Kept()) for _ in range(4)] == [True, True, False, False]
    keeper.close()
    read = list(read_states(tmp_path / "states"))
    assert [len(arrays[""]) for arrays in read] == [2, 2]
    assert (read[0][""][0] == np.arange(100)).all()


def test_each_element_of_an_update_is_allowed_its_own_rounding() -> None:
    large, small = np.float32(1000.0), np.float32(1e-3)
    before = vector(np.array([large, small]))
    values = vector(np.array([large + 1, small + 1], "float32"))
    theirs = {"keys": [0], "names": ["w"], "shapes": [[2]], "values": [values]}

    def far(*values: float) -> float:
        mine = {**theirs, "values": [vector(np.array(values, "float32"))]}
        return updates(theirs, mine, {0: (before, before)}, 1e-6).apart.get(0, 0.0)

    assert far(large + np.float32(1.0001), small + 1) == 0.0
    assert far(large + 1, small + np.float32(1.0001)) > 5e-5, "a rate off by 1e-4"
