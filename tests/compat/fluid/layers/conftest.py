"""Expressions over sequences under 1.8.5, as static programs, and under compat: results, offsets and gradients."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_compat import _lod


@pytest.fixture(scope="session")
def of_sequences(fluid, harness, sequences):
    """A function of a door's name, its cases, arrays and offsets: the answers, case by case.

    A case is an expression, or 1.8.5's and ours where ours takes the parameters that 1.8.5's made. ``words`` are what
    ours may say; ``differs`` has the answers of a case that are ours to have otherwise.
    """
    return lambda name, cases, given, lods, words=None, differs=None: OfSequences(
        name, cases, given, lods, words or {}, differs or {}, sequences, fluid, harness)


class OfSequences:
    def __init__(self, name, cases, given, lods, words, differs, sequences, fluid, harness):
        theirs = {case: said if isinstance(said, str) else said[0] for case, said in cases.items()}
        ours = {case: said if isinstance(said, str) else said[1] for case, said in cases.items()}
        question = f"{sequences.source}\nanswer.update(run_static(fluid, {theirs!r}, given, {lods!r}))\n"
        words = {"tensor": paddle.to_tensor, "with_lod": _lod.with_lod, "lod_of": _lod.lod_of, **words}
        self.theirs, self.differs = harness.ask(name, question, given), differs
        with fluid.dygraph.guard():
            self.ours = sequences.run_eager(fluid, ours, given, lods, words)
        self.static = sequences.run_quietly(fluid, theirs, given, lods)

    def check(self, case, tolerance=1e-6, program=True):
        """Equal results, shapes, dtypes, offsets and gradients, of the rule alone and in a static program.

        ``tolerance`` is relative to the largest number, and ``program`` says whether a program is compared.
        A gradient of zeros is none: 1.8.5 wrote some of either.
        """
        for answers, where in ((self.ours, "rule"), (self.static, "program"))[: 1 + program]:
            theirs, ours, differs = of(case, self.theirs), of(case, answers), self.differs.get(case, ())
            theirs, ours = without_zeros(theirs, ours), without_zeros(ours, theirs)
            assert ours.keys() - set(differs) == theirs.keys() - set(differs), f"{where} {case}: {ours.get('error')}"
            for key in theirs.keys() - {"error", *differs}:
                same(ours[key], theirs[key], tolerance, f"{where} {case}: {key}")
            for key in differs:
                assert not (key in ours and key in theirs and np.allclose(ours[key], theirs[key])), f"{case}: {key}"


def without_zeros(answers, others):
    return {key: value for key, value in answers.items() if key in others or key[0] != "d" or value.any()}


def of(case, answers):
    return {key.partition("|")[2]: value for key, value in answers.items() if key.partition("|")[0] == case}


def same(got, wanted, tolerance, what):
    if wanted.dtype.kind != "f":
        np.testing.assert_array_equal(got, wanted, err_msg=what)
        return
    if not wanted.size:  # 1.8.5 hands it out without its shape
        assert not got.size, what
        return
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), what
    scale = float(np.abs(wanted).max(initial=0.0)) or 1.0
    difference = float(np.abs(got - wanted).max(initial=0.0))
    assert difference <= tolerance * scale, f"{what}: {difference / scale:.2e} apart\ngot {got}\nwanted {wanted}"
