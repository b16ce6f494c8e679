"""LSTM and GRU over sequences: results, offsets and gradients, sizes that 1.8.5 has vector code for and others."""

import os
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import paddle
import pytest
from paddle_compat._lod import with_lod
from paddle_compat.fluid.layers.sequence import recurrent

pytestmark = pytest.mark.oracle

SIZES = (8, 5, 16)
GIVEN, LODS, CASES = {}, {}, {}


def add(name, theirs, ours):
    CASES[name] = (theirs, ours)


def given_for(size):
    r = np.random.RandomState(size)
    sizes = {"w": (size, 4 * size), "b": (1, 7 * size), "plain": (1, 4 * size), "h": (3, size), "c": (3, size),
             "gw": (size, 3 * size), "gb": (1, 3 * size), "pw": (3, 4 * size), "down": (size, 3), "r": (3, 3),
             "step": (3, 3 * size), "uw": (2 + size, 4 * size), "ub": (4 * size,), "u": (3, 2)}
    for kind, lod in (("x", [[0, 3, 4, 9]]), ("e", [[0, 0, 4, 4, 9, 9]]), ("n", [[0, 2, 3], [0, 2, 2, 9]])):
        for name, gates in ((kind, 4), (f"g{kind}", 3)):
            sizes[name], LODS[f"{name}{size}"] = (9, gates * size), lod
    GIVEN.update({f"{name}{size}": (r.randn(*shape) * 0.3).astype("float32") for name, shape in sizes.items()})


def lstm(size, x="x", more="", peepholes=True, start=False):
    b, states = "b" if peepholes else "plain", f", h_0=h{size}, c_0=c{size}" if start else ""
    more = f"{states}, use_peepholes={peepholes}{more}"
    add(f"lstm {x}{size}{more}",
        f"L.dynamic_lstm({x}{size}, {4 * size}, param_attr=P('w{size}'), bias_attr=P('{b}{size}'){more})",
        f"R._dynamic_lstm({x}{size}, w{size}, {b}{size}{more})")


def lstmp(size, x="x", more="", peepholes=True, start=False):
    b, states = "b" if peepholes else "plain", f", h_0=r{size}, c_0=c{size}" if start else ""
    more = f"{states}, use_peepholes={peepholes}{more}"
    add(f"lstmp {x}{size}{more}",
        f"named(L.dynamic_lstmp({x}{size}, {4 * size}, 3, bias_attr=P('{b}{size}'){more}), pw{size}='lstmp_0.w_0', "
        f"down{size}='lstmp_0.w_1')",
        f"R._dynamic_lstmp({x}{size}, pw{size}, down{size}, {b}{size}{more})")


def gru(size, x="x", more=""):
    add(f"gru {x}{size}{more}",
        f"L.dynamic_gru(g{x}{size}, {size}, P('gw{size}'), P('gb{size}'){more})",
        f"R._dynamic_gru(g{x}{size}, gw{size}, gb{size}{more})")


for size in SIZES:
    given_for(size)
    for x in "xen":
        lstm(size, x)
        gru(size, x)
    lstm(size, peepholes=False)
    lstm(size, more=", is_reverse=True")
    lstm(size, "e", ", is_reverse=True", start=False)
    lstm(size, start=True)
    lstm(size, more=", is_reverse=True", peepholes=False, start=True)
    lstm(size, more=", gate_activation='sigmoid', cell_activation='relu', candidate_activation='identity'")
    lstm(size, more=", gate_activation='tanh', cell_activation='sigmoid', candidate_activation='relu'")
    lstm(size, more=", cell_activation='identity'")
    for more in (f", h_0=h{size}", f", is_reverse=True, h_0=h{size}", ", origin_mode=True",
                 ", gate_activation='tanh', candidate_activation='relu'",
                 ", gate_activation='relu', candidate_activation='identity'",
                 f", origin_mode=True, candidate_activation='sigmoid', h_0=h{size}"):
        gru(size, more=more)
    lstmp(size)
    lstmp(size, "x", peepholes=False)
    lstmp(size, start=True)
    lstmp(size, more=", is_reverse=True, cell_clip=0.3, proj_clip=0.2")
    lstmp(size, more=", proj_activation='identity', cell_activation='relu'")
    for more in ("", ", origin_mode=True"):
        add(f"gru_unit {size}{more}",
            f"L.gru_unit(step{size}, h{size}, {3 * size}, P('gw{size}'), P('gb{size}'){more})",
            f"R._gru_unit(step{size}, h{size}, gw{size}, gb{size}{more})")
    add(f"gru_unit {size} without a bias",
        f"L.gru_unit(step{size}, h{size}, {3 * size}, P('gw{size}'), False, activation='relu', "
        "gate_activation='identity')",
        f"R._gru_unit(step{size}, h{size}, gw{size})")
    add(f"lstm_unit {size}",
        f"L.lstm_unit(u{size}, h{size}, c{size}, 0.7, P('uw{size}'), P('ub{size}'), name='n')",
        f"R._lstm_unit(u{size}, h{size}, c{size}, uw{size}, ub{size}, 0.7)")
    add(f"lstm_unit {size} without a bias",
        f"L.lstm_unit(u{size}, h{size}, c{size}, param_attr=P('uw{size}'), bias_attr=False)",
        f"R._lstm_unit(u{size}, h{size}, c{size}, uw{size})")


@pytest.fixture(scope="module")
def asked(of_sequences):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that of the gradient, which a test of its own has
        return of_sequences("layers.sequence.recurrent", CASES, GIVEN, LODS, {"R": recurrent})


@pytest.mark.parametrize("case", CASES)
def test_recurrent(asked, case):
    asked.check(case)


SCRIPT = """
import warnings, numpy as np, paddle
from paddle_compat._lod import with_lod
from paddle_compat.fluid.layers.sequence.recurrent import _dynamic_lstm

r = np.random.RandomState(0)
x = with_lod(paddle.to_tensor((r.randn(6, 32) * 0.3).astype("float32"), stop_gradient=False), [[0, 4, 6]])
w, b = (paddle.to_tensor((r.randn(*s) * 0.3).astype("float32"), stop_gradient=False) for s in ((8, 32), (1, 56)))
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    hidden, cell = _dynamic_lstm(x, w, b)
    _dynamic_lstm(x, w, b)
def loss(array):
    with paddle.no_grad():
        hidden, cell = _dynamic_lstm(with_lod(paddle.to_tensor(array), [[0, 4, 6]]), w, b)
    return float((hidden.sum() + cell.sum()))
(hidden.sum() + cell.sum()).backward()
numeric, array = np.zeros(32), x.numpy()
for column in range(32):
    step = np.zeros_like(array)
    step[1, column] = 1e-2
    numeric[column] = (loss(array + step) - loss(array - step)) / 2e-2
print(len([w for w in said if "PADDLE_COMPAT_LSTM=right" in str(w.message)]))
print(np.abs(x.grad.numpy()[1] - numeric).max() / np.abs(numeric).max())
"""


@pytest.mark.slow
@pytest.mark.parametrize("right", [False, True])
def test_the_right_gradient_is_a_switch(right):
    """1.8.5's gradient comes with one warning; the other is that of the differences, and of the cells too."""
    path = os.pathsep.join(sys.path)
    environment = {**os.environ, "PYTHONPATH": path, "PADDLE_COMPAT_LSTM": "right" if right else ""}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(SCRIPT)], env=environment,
                          capture_output=True, text=True, check=True)
    said, apart = done.stdout.split()[-2:]
    assert (int(said), float(apart) < 1e-3) == ((0, True) if right else (1, False)), done.stdout


@pytest.mark.parametrize("size", [8, 6])
def test_the_steps_in_python_are_those_of_the_kernels(size, monkeypatch):
    """Which the kernels leave to them: other devices than the CPU, and states before the first step."""
    rng = np.random.RandomState(1)

    def drawn():
        arrays = [rng.randn(*shape).astype("float32") * 0.3 for shape in ((7, 4 * size), (size, 4 * size))]
        return [paddle.to_tensor(array, stop_gradient=False) for array in arrays]

    def gradients(rule, x, weight, columns):
        x = with_lod(paddle.to_tensor(x.numpy()[:, :columns], stop_gradient=False), [[0, 3, 3, 7]])
        weight = paddle.to_tensor(weight.numpy()[:, :columns], stop_gradient=False)
        out = rule(x, weight)
        (out * out).sum().backward()
        return [out.numpy(), x.grad.numpy(), weight.grad.numpy()]

    x, weight = drawn()
    bias = paddle.to_tensor(rng.randn(1, 7 * size).astype("float32") * 0.3)
    rules = {4 * size: lambda x, weight: recurrent._dynamic_lstm(x, weight, bias, is_reverse=True)[0],
             3 * size: lambda x, weight: recurrent._dynamic_gru(x, weight, bias[:, : 3 * size], origin_mode=True)}
    for columns, rule in rules.items():
        quick = gradients(rule, x, weight, columns)
        with monkeypatch.context() as patch:
            patch.setattr(recurrent, "has_kernel", lambda *given: False)
            slow = gradients(rule, x, weight, columns)
        for one, other in zip(quick, slow, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
