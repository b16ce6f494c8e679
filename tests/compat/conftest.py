"""What the compat tests share: a fluid to call, 1.8.5's answers to the same expressions, and the codemod's to both."""

from __future__ import annotations

import importlib.util
import sys
import warnings
from pathlib import Path
from types import ModuleType

import numpy as np
import paddle_compat
import pytest
import walk
from paddle_compat._static import mode

paddle_compat.install()

ORACLE = Path(__file__).parents[1] / "oracle"


def load(name: str) -> ModuleType:
    """A module of ``tests/oracle``, which no import path leads to; other rooms have modules of the same name."""
    key = f"oracle.{name}"
    if key not in sys.modules:
        spec = importlib.util.spec_from_file_location(key, ORACLE / f"{name}.py")
        sys.modules[key] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[key])
    return sys.modules[key]


@pytest.fixture(autouse=True)
def _dynamic():
    """What a test of static programs has turned on goes off again."""
    yield
    mode.turn_off()


@pytest.fixture(scope="session")
def fluid():
    """``paddle.fluid``, which is ours."""
    import paddle.fluid as fluid

    return fluid


@pytest.fixture(scope="session")
def harness():
    """``tests/oracle/harness.py``."""
    return load("harness")


@pytest.fixture(scope="session")
def training():
    """``tests/oracle/training.py``, with its own ``source`` to send to 1.8.5, and ``walk``'s."""
    module = load("training")
    module.source = (ORACLE / "training.py").read_text(encoding="utf-8")
    module.walk = Path(walk.__file__).read_text(encoding="utf-8")
    module.Walk = walk.Walk
    return module


@pytest.fixture(scope="session")
def decays():
    """``tests/oracle/decays.py``, with its own ``source``."""
    module = load("decays")
    module.source = (ORACLE / "decays.py").read_text(encoding="utf-8")
    return module


@pytest.fixture(scope="session")
def steps():
    """``tests/oracle/steps.py``, with its own ``source``."""
    module = load("steps")
    module.source = (ORACLE / "steps.py").read_text(encoding="utf-8")
    return module


@pytest.fixture(scope="session")
def doings():
    """``tests/oracle/doings.py``, with its own ``source``."""
    module = load("doings")
    module.source = (ORACLE / "doings.py").read_text(encoding="utf-8")
    return module


@pytest.fixture(scope="session")
def migrated():
    """``tests/oracle/migrated.py``."""
    return load("migrated")


@pytest.fixture(scope="session")
def cases():
    """``tests/oracle/cases.py``, with its own ``source``."""
    module = load("cases")
    module.source = (ORACLE / "cases.py").read_text(encoding="utf-8")
    return module


@pytest.fixture(scope="session")
def described():
    """``tests/oracle/described.py``, with its own ``source``."""
    module = load("described")
    module.source = (ORACLE / "described.py").read_text(encoding="utf-8")
    return module


@pytest.fixture(scope="session")
def sequences():
    """``tests/oracle/sequences.py``, with its own ``source``, and with ``run_quietly``: its programs here."""
    module = load("sequences")
    module.source = (ORACLE / "sequences.py").read_text(encoding="utf-8")

    def run_quietly(fluid, cases, given, lods):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Executor.run was given a program without operators")  # to start
            found = module.run_static(fluid, cases, given, lods)
        mode.turn_off()
        return found

    module.run_quietly = run_quietly
    return module


@pytest.fixture(scope="session")
def in_programs(fluid, harness, sequences):
    """A function of a door's name, its cases, arrays and offsets: 1.8.5's answers and ours, in programs."""
    return lambda name, cases, given, lods: InPrograms(name, cases, given, lods, sequences, fluid, harness)


@pytest.fixture(scope="session")
def arguments():
    """``tests/oracle/arguments.py``."""
    return load("arguments")


@pytest.fixture(scope="session")
def unchanged():
    """``tests/oracle/unchanged.py``, with ``cases.py`` and its own ``source``."""
    module = load("unchanged")
    module.run_cases = load("cases").run_cases
    module.source = "\n".join((ORACLE / f"{name}.py").read_text(encoding="utf-8") for name in ("cases", "unchanged"))
    return module


@pytest.fixture(scope="session")
def both(fluid, harness):
    """A function of a door's name, its cases and its inputs: 1.8.5's answers and ours, case by case.

    ``left`` says which cases the codemod leaves to a person, and words of its reason; ``functions`` holds the source of
    the function that is migrated for a case whose expression is not how a script would have it; ``differs`` says what
    the codemod's form does otherwise: words of its finding, and the answers that are not compared for it.
    """
    return lambda name, cases, given, left=None, functions=None, differs=None: Both(
        name, cases, given, load("migrated").Door(cases, given, left or {}, functions or {}, differs or {}),
        fluid, harness,
    )


class InPrograms:
    """The answers of 1.8.5 and of compat to the same expressions in programs."""

    def __init__(self, name, cases, given, lods, sequences, fluid, harness):
        question = f"{sequences.source}\nanswer.update(run_static(fluid, {cases!r}, given, {lods!r}))\n"
        self.theirs = harness.ask(name, question, given)
        self.ours = sequences.run_quietly(fluid, cases, given, lods)

    def check(self, case, tolerance):
        """Equal results, shapes, dtypes and gradients. A gradient of zeros is none: 1.8.5 wrote some of either."""
        theirs, ours = of(case, self.theirs), of(case, self.ours)
        theirs, ours = ({key: value for key, value in each.items() if key in other or key[0] != "d" or value.any()}
                        for each, other in ((theirs, ours), (ours, theirs)))
        assert ours.keys() == theirs.keys(), ours.get("error")
        for key, wanted in theirs.items():
            if wanted.dtype.kind == "U":
                assert ours[key].tolist() == wanted.tolist(), key
            else:
                assert (ours[key].dtype, ours[key].shape) == (wanted.dtype, wanted.shape), key
                close(ours[key], wanted, tolerance, key)


class Both:
    """The answers of 1.8.5, of compat and of what the codemod writes to the same expressions."""

    def __init__(self, name, cases, given, migrated, fluid, harness):
        source = (ORACLE / "cases.py").read_text(encoding="utf-8")
        question = f"{source}\nanswer.update(run_cases(fluid, {cases!r}, given))\n"
        self.theirs = harness.ask(name, question, given)
        self.ours = load("cases").run_cases(fluid, cases, given)
        self.migrated = migrated

    def check(self, name, tolerance=1e-6, gradients=True):
        """Equal results, shapes, dtypes and gradients; ``tolerance`` is relative to each array's scale.

        Where a gradient raised in 1.8.5, ours may have one: nothing that trained then can have used it.
        """
        theirs, ours = of(name, self.theirs), of(name, self.ours)
        compare(ours, theirs, tolerance, gradients, name)
        for target, got in self.migrated.answers(name):
            compare(*self.migrated.declared(name, got, theirs), tolerance, gradients, f"{name}, migrated for {target}")


def of(name, answers):
    """The answers to one case, by what they are answers to."""
    return {key.partition("|")[2]: value for key, value in answers.items() if key.partition("|")[0] == name}


def compare(ours, theirs, tolerance, gradients, what):
    derived = {key for key in [*theirs, *ours] if key.startswith(("d", "no"))}
    assert ours.keys() - derived == theirs.keys() - derived, f"{what}: {ours.get('error')}"
    for key, wanted in theirs.items():
        if key == "error" or (key in derived and (not gradients or key == "no gradient")):
            continue
        assert (ours[key].dtype, ours[key].shape) == (wanted.dtype, wanted.shape), f"{what} {key}"
        close(ours[key], wanted, tolerance, f"{what} {key}")
    if gradients and not {"error", "no gradient"} & theirs.keys():
        more = {key for key in ours.keys() - theirs.keys() if key[0] == "d" and ours[key].any()}
        assert not more, f"{what}: 1.8.5 had no gradient"


@pytest.fixture(scope="session")
def three_ways(fluid, harness, doings):
    """A function of a door's name and its pieces of source, which ``tests/oracle/three_ways.py`` runs."""
    made = load("three_ways").ThreeWays
    return lambda name, cases, **more: made(name, cases, fluid, harness, doings, compare_doings, **more)


@pytest.fixture(scope="session")
def same_doings():
    """Checks that two answers to a case of ``doings.py`` are the same, or both an error."""
    return compare_doings


def compare_doings(name, theirs, ours, tolerance, what=""):
    theirs, ours = of(name, theirs), of(name, ours)
    assert ours.keys() == theirs.keys(), f"{name} {what}: {ours.get('error')}"
    for key, wanted in theirs.items():
        if key != "error":
            assert (ours[key].dtype.kind, ours[key].shape) == (wanted.dtype.kind, wanted.shape), f"{name} {key} {what}"
            close(ours[key], wanted, tolerance, f"{name} {key} {what}")


def close(got, wanted, tolerance, what=""):
    """The largest difference is at most ``tolerance`` times the largest finite value (at least 1)."""
    if wanted.dtype.kind != "f":
        np.testing.assert_array_equal(got, wanted, err_msg=what)
        return
    finite = np.isfinite(wanted)
    np.testing.assert_array_equal(got[~finite], wanted[~finite], err_msg=what)
    scale = max(1.0, float(np.abs(wanted[finite]).max(initial=0.0)))
    difference = float(np.abs(got[finite] - wanted[finite]).max(initial=0.0))
    assert difference <= tolerance * scale, f"{what}: {difference:.2e} apart\ngot {got}\nwanted {wanted}"


@pytest.fixture(scope="session")
def assert_close():
    """:func:`close`."""
    return close
