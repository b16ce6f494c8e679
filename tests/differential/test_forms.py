"""Tables of one-line forms, in dygraph and in programs: old under compat and migrated without us each gives the same
numbers, or a finding of level person stands at its line.

What is compared with is the form under compat, which is held to real 1.8.5 here where one is at hand. Each table is
dressed anew by random changes that keep its meaning, too (clothes). A line of a table is an expression of the inputs
that INPUTS has; one that begins with a mode is of that mode alone. Optimizers and learning rates have tables of their
own (trained), of which each line trains a small network.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from clothes import dressed
from compare import difference
from ways import Migrated, Ran, Way, migrated

pytestmark = pytest.mark.slow

TABLES = {path.stem: path for path in sorted((Path(__file__).parent / "forms").glob("*.txt"))}
MODES = ("programs", "dygraph")  # 1.8.5 builds no programs in a process that was in dygraph mode
MARKED = ("programs: ", "dygraph: ")
ALONE = "alone"  # the table whose lines are a program each: in one 1.8.5 mixes them up
CLOTHES, CHANGES = 2, 3
CLOSE = 1e-5
INPUTS = {
    "x": ("np.arange(6).reshape(2, 3).astype('float32') * 0.5 + 0.25", "[2, 3], 'float32'"),
    "v": ("np.array([1.5, -2.0, 0.5], 'float32')", "[3], 'float32'"),
    "w": ("np.array([0.5, 1.0, 2.0], 'float32')", "[3], 'float32'"),
    "i": ("np.array([[1], [0]], 'int64')", "[2, 1], 'int64'"),
    "n": ("np.array([3, -4, 7], 'int64')", "[3], 'int64'"),
    "k": ("np.array([2, 3, 2], 'int32')", "[3], 'int32'"),
}
HEAD = "import numpy as np\nimport paddle.fluid as fluid\nfrom paddle.fluid import layers as L\n\n\n"
# what is done with a result: of every form, and of those whose dimensions are in question
USES = ("print('{}', {}.numpy().ravel().tolist(), {}.numpy().shape)",)
OF_VECTORS = (
    *USES,
    "print('{}', float({}.numpy().ravel()[0]), list({}.shape))",
    "a = [{1}.numpy() for _ in range(2)]\n    print('{0}', np.array(a).shape, np.concatenate(a).shape)",
    "d = dict(kept={1})\n    print('{0}', np.ravel(d['kept'].numpy()[0]).tolist())",
    "print('{}', (lambda t, s=0: np.ravel(t.numpy()[s]).tolist())({}))",
    "print('{}', len({}.numpy()), len({}.shape))",
    "t = {1}\n    if np.ravel(t.numpy()[0])[0] > 0.5:\n        print('{0}', 1)",
)
RUN = """\
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {{{feed}}}
found = exe.run(feed=feed, fetch_list=out)
for name, each in zip(names, found):
    print(name, np.array(each).ravel().tolist(), np.array(each).shape)
"""


def lines(path: Path, mode: str) -> list[str]:
    """Those of a mode, or of both."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        of, _, form = line.partition(": ") if line.startswith(MARKED) else ("", "", line)
        found += [form] if of in ("", mode) else []
    return found


def forms(table: str, mode: str) -> list[str]:
    """What one program holds: the lines of a table, or one of those that stand alone."""
    name, _, place = table.partition(" ")
    found = lines(TABLES[name], mode) if name != "programs" or mode == name else []
    return [found[int(place)]] if place else found


def program(table: str, mode: str) -> str:
    """All forms of a table, a function for each: the function's name stands at what it prints."""
    used = {f"f{i}": (form, tuple(re.findall(r"\b[xvwink]\b", form))) for i, form in enumerate(forms(table, mode))}
    taken = {name: [each for each in INPUTS if each in found] for name, (_, found) in used.items()}
    heads = {name: f"def {name}({', '.join(taken[name])}):\n" for name in used}
    text = "".join(f"{heads[name]}    return {form}\n\n\n" for name, (form, _) in used.items())
    calls = {name: f"{name}({', '.join(taken[name])})" for name in used}
    return HEAD + (_dygraph if mode == "dygraph" else _program)(table, text, calls)


def _dygraph(table: str, text: str, calls: dict[str, str]) -> str:
    uses = OF_VECTORS if table == "vectors" else USES
    body = "".join(f"    {name} = fluid.dygraph.to_variable({array})\n" for name, (array, _) in INPUTS.items())
    body += "".join(f"    {use.format(name, call, call)}\n" for name, call in calls.items() for use in uses)
    return f"{text}with fluid.dygraph.guard():\n{body}"


def _program(table: str, text: str, calls: dict[str, str]) -> str:
    fed = ", ".join(f"{name!r}: {array}" for name, (array, _) in INPUTS.items())
    data = "".join(f"{name} = fluid.data({name!r}, {told})\n" for name, (_, told) in INPUTS.items())
    data += "x.stop_gradient = False\nv.stop_gradient = False\n"
    listed = f"names = {list(calls)}\nout = [{', '.join(calls.values())}]\n"
    return f"{text}{data}{listed}{RUN.format(feed=fed)}"


def cases() -> Iterator[tuple[str, str]]:
    for mode in MODES:
        for table in TABLES:
            count = len(forms(table, mode))
            names = [f"{table} {place}" for place in range(count)] if table == ALONE else [table] if count else []
            yield from ((name, mode) for name in names)


def wrong(new: Migrated, wanted: Ran, bare: Way) -> str:
    return "" if new.left else difference(bare.run(new.files), wanted, CLOSE)


TRAINED = Path(__file__).parent / "trained"
NETWORK = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L
START = fluid.initializer.NumpyArrayInitializer(np.linspace(-1, 1, 12).reshape(3, 4).astype('float32'))
HALF = fluid.initializer.Constant(0.5)
DRAWN = np.random.RandomState(0)
"""
BATCH = "    a = DRAWN.rand(5, 3).astype('float32')\n    b = a.sum(1, keepdims=True)\n"
IN_PROGRAM = NETWORK + """\
x = fluid.data('x', [None, 3], 'float32')
y = fluid.data('y', [None, 1], 'float32')
h = L.fc(x, 4, act='tanh', param_attr=fluid.ParamAttr(initializer=START))
loss = L.mean(L.square_error_cost(L.fc(h, 1, param_attr=HALF), y))
lr = {rate}
optimizer = fluid.optimizer.{optimizer}
optimizer.minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for step in range(6):
""" + BATCH + """\
    print('loss', *[float(np.ravel(v)[0]) for v in exe.run(feed={{'x': a, 'y': b}}, fetch_list=[{fetched}])])
"""
IN_DYGRAPH = NETWORK + """\
with fluid.dygraph.guard():
    one = fluid.dygraph.Linear(3, 4, param_attr=fluid.ParamAttr(initializer=START), act='tanh')
    two = fluid.dygraph.Linear(4, 1, param_attr=HALF)
    lr = {rate}
    optimizer = fluid.optimizer.{optimizer}
    for step in range(6):
""" + BATCH.replace("    ", "        ") + """\
        h = two(one(fluid.dygraph.to_variable(a)))
        loss = L.mean(L.square_error_cost(h, fluid.dygraph.to_variable(b)))
        loss.backward()
        optimizer.minimize(loss)
        one.clear_gradients()
        two.clear_gradients()
        print('loss', float(loss.numpy()[0]){shown})
"""
GIVEN = ", parameter_list=one.parameters() + two.parameters()"


def training(optimizer: str, rate: str, mode: str) -> str:
    if mode == "programs":
        fetched = "loss" if rate == "0.1" else "loss, lr"
        return IN_PROGRAM.format(rate=rate, optimizer=optimizer.format(more=""), fetched=fetched)
    shown = "" if rate == "0.1" else ", round(optimizer.current_step_lr(), 6)"
    return IN_DYGRAPH.format(rate=rate, optimizer=optimizer.format(more=GIVEN), shown=shown)


def trainings() -> Iterator[tuple[str, str, str]]:
    """An optimizer, a rate and a mode: each optimizer with a number, and each rate with two optimizers."""
    for mode in MODES:
        yield from ((optimizer, "0.1", mode) for optimizer in lines(TRAINED / "optimizers.txt", mode))
        for rate in lines(TRAINED / "rates.txt", mode):
            yield from ((optimizer, rate, mode) for optimizer in ("SGD(lr{more})", "Momentum(lr, 0.9{more})"))


@pytest.mark.parametrize(("optimizer", "rate", "mode"), list(trainings()))
def test_trainings(optimizer: str, rate: str, mode: str, compat: Way, bare: Way, tmp_path: Path) -> None:
    files = {"main.py": training(optimizer, rate, mode)}
    wanted = compat.run(files)
    assert not wanted.error, wanted.error
    assert not (fault := wrong(migrated(files, tmp_path / "undressed"), wanted, bare)), fault
    files, changes = dressed(files, random.Random(f"{optimizer} {rate} {mode}"), CHANGES)
    fault = wrong(migrated(files, tmp_path / "dressed"), wanted, bare)
    assert not fault, f"{changes}: {fault}\n{files['main.py']}"


@pytest.mark.oracle
@pytest.mark.parametrize(("optimizer", "rate", "mode"), list(trainings()))
def test_trainings_on_1_8_5(optimizer: str, rate: str, mode: str, oracle: Way, compat: Way) -> None:
    files = {"main.py": training(optimizer, rate, mode)}
    theirs = oracle.run(files)
    assert not theirs.error, theirs.error
    assert not (fault := difference(compat.run(files), theirs, CLOSE)), fault


@pytest.mark.parametrize(("table", "mode"), list(cases()))
def test_forms(table: str, mode: str, compat: Way, bare: Way, tmp_path: Path) -> None:
    files = {"main.py": program(table, mode)}
    wanted = compat.run(files)
    assert not wanted.error, wanted.error
    new = migrated(files, tmp_path / "undressed")
    assert new.left == [], "what is left hides what goes wrong: it does not belong in a table"
    assert not (fault := difference(bare.run(new.files), wanted, CLOSE)), fault
    for seed in range(CLOTHES):
        files, changes = dressed({"main.py": program(table, mode)}, random.Random(f"{table} {mode} {seed}"), CHANGES)
        assert not (fault := difference(compat.run(files), wanted, CLOSE)), f"{changes}: {fault}"
        fault = wrong(migrated(files, tmp_path / str(seed)), wanted, bare)
        assert not fault, f"{changes}: {fault}\n{files['main.py']}"


@pytest.mark.oracle
@pytest.mark.parametrize(("table", "mode"), list(cases()))
def test_forms_on_1_8_5(table: str, mode: str, oracle: Way, compat: Way) -> None:
    files = {"main.py": program(table, mode)}
    theirs = oracle.run(files)
    assert not theirs.error, theirs.error
    assert not (fault := difference(compat.run(files), theirs, CLOSE)), fault
