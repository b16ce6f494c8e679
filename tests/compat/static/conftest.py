"""What the tests of static mode share: programs of their own, and 1.8.5's answers to the same script."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import paddle
import pytest
from paddle_migrate.api import Options, migrate_module
from paddle_migrate.project.project import Project

SCRIPTS = Path(__file__).parent / "scripts"
TIMES, LIMIT = 10.0, 1e-3
_FRACTION = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?")


@pytest.fixture(autouse=True)
def _afresh(fluid):
    """Static mode off again after each test, and its programs, names and scope gone."""
    from paddle_compat._static import mode, programs, scopes

    with programs.present(programs.Program(), programs.Program()), paddle.utils.unique_name.guard(), \
            scopes.scope_guard(scopes.Scope()):
        yield
    mode.turn_off()


@pytest.fixture
def migrate_file(tmp_path):
    """A program migrated as the command does it: a file, beside which there is none."""
    path = tmp_path / "script.py"
    project = Project([path], [tmp_path])
    return lambda text: migrate_module(text, path, Options(programs=True), project)


@pytest.fixture
def both(fluid, harness, assert_close):
    """A function of a script's name: what it leaves in ``answer`` under 1.8.5 and here, compared array by array.

    Where other processors' kernels take 1.8.5 itself further than the tolerance, ten times as far is allowed; a script
    that they take further than LIMIT proves nothing.
    """

    def ask(name, tolerance=1e-6, loose=None, live=True):
        source = (SCRIPTS / f"{name}.py").read_text(encoding="utf-8")
        theirs = harness.ask(f"static.{name}", source, spread=True, live=live)
        spread = {key: float(theirs.pop(key)) for key in list(theirs) if key.startswith(harness.SPREAD)}
        ours: dict = {}
        exec(compile(source, str(SCRIPTS / f"{name}.py"), "exec"),
             {"np": np, "paddle": paddle, "fluid": fluid, "given": {}, "answer": ours})
        assert list(ours) == list(theirs)
        for key, wanted in theirs.items():
            got = np.asarray(ours[key])
            if wanted.dtype.kind == "U":
                _same_words(got, wanted, key)
                continue
            assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), key
            allowed = TIMES * spread.get(harness.SPREAD + key, 0.0) / max(1.0, float(np.abs(wanted).max(initial=0.0)))
            assert allowed <= LIMIT, f"{key}: kernels alone take 1.8.5 {allowed / TIMES:.1e} apart"
            assert_close(got, wanted, max(allowed, (loose or {}).get(key, tolerance)), key)
        return SimpleNamespace(ours=ours, theirs=theirs)

    return ask


def _same_words(got, wanted, key):
    """Equal texts, but for what rounding does to the last digit of a fraction that they hold."""
    assert got.shape == wanted.shape, key
    for mine, theirs in zip(got.ravel().tolist(), wanted.ravel().tolist(), strict=True):
        assert _FRACTION.sub("#", mine) == _FRACTION.sub("#", theirs), key
        numbers, others = ([float(each) for each in _FRACTION.findall(text)] for text in (mine, theirs))
        np.testing.assert_allclose(numbers, others, rtol=2e-6, atol=1e-6, err_msg=key)
