"""Pairs of real tensors become complex tensors: complex(), and the parts as methods."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid.framework import ComplexVariable\n"
MATMUL = "from paddle.complex import matmul\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("z = ComplexVariable(a, b)", "z = paddle.complex(a, b)"),
        ("z = fluid.framework.ComplexVariable(imag=f(b), real=a)", "z = paddle.complex(imag=f(b), real=a)"),
        ("z = ComplexVariable(a, fluid.layers.sin(b))", "z = paddle.complex(a, paddle.sin(b))"),
        ("z = ComplexVariable(w.real, -w.imag)", "z = paddle.complex(w.real(), -w.imag())"),
        ("z = ComplexVariable(imag=-w.imag, real=w.real)", "z = paddle.complex(imag=-w.imag(), real=w.real())"),
        ("z = ComplexVariable(-w.real, w.imag)", "z = paddle.complex(-w.real(), w.imag())"),
        ("z = ComplexVariable(v.real, -w.imag)", "z = paddle.complex(v.real(), -w.imag())"),
        ("z = ComplexVariable(f().real, -f().imag)", "z = paddle.complex(f().real(), -f().imag())"),
        ("z = ComplexVariable(a, b)\nx = z.real + z.imag", "z = paddle.complex(a, b)\nx = z.real() + z.imag()"),
        ("ComplexVariable(a, b).imag.numpy()", "paddle.complex(a, b).imag().numpy()"),
    ],
)
def test_a_pair(check_transformed, before, after):
    result = check_transformed(f"{HEAD}{before}\n", f"import paddle\n{after}\n")
    assert not result.left


@pytest.mark.parametrize(
    ("imports", "call"),
    [
        (MATMUL, "matmul(x, y)"),
        ("from paddle.complex import matmul as mm\n", "mm(x, y)"),
        ("from paddle.complex.tensor.linalg import matmul\n", "matmul(x, y)"),
        ("from paddle.complex import *\n", "matmul(x, y)"),
        ("import paddle.complex as cpx\n", "cpx.matmul(x, y)"),
        ("from paddle.complex import tensor\n", "tensor.matmul(x, y, alpha=1.0, name='n')"),
    ],
)
def test_a_function_however_it_is_named(check_transformed, imports, call):
    check_transformed(f"{imports}z = {call}\n", "import paddle\nz = paddle.matmul(x, y)\n")


@pytest.mark.parametrize(
    "imports", ["import paddle\n", "import paddle.complex\n", "import paddle\nimport paddle.complex\n"]
)
def test_by_its_full_name(check_transformed, imports):
    check_transformed(f"{imports}z = paddle.complex.kron(x, y)\n", "import paddle\nz = paddle.kron(x, y)\n")


@pytest.mark.parametrize(
    ("call", "new"),
    [
        ("elementwise_div(x, y)", "divide(x, y)"),
        ("matmul(x, y, True, False)", "matmul(x, y, True, False)"),
        ("sum(x, dim=1, keep_dim=True)", "sum(x, axis=1, keepdim=True)"),
        ("trace(x, offset=1, dim1=1, dim2=2)", "trace(x, offset=1, axis1=1, axis2=2)"),
        ("reshape(x, [2, -1])", "reshape(x, [2, -1])"),
        ("reshape(x, [2, -1], inplace=True)", "reshape_(x, [2, -1])"),
        ("transpose(x, perm=[1, 0])", "transpose(x, perm=[1, 0])"),
    ],
)
def test_a_function(check_transformed, call, new):
    result = check_transformed(f"import paddle\npaddle.complex.{call}\n", f"import paddle\npaddle.{new}\n")
    assert {finding.level for finding in result.findings} <= {"rewritten"}


@pytest.mark.parametrize(("name", "operator"), [("add", "+"), ("sub", "-"), ("mul", "*")])
def test_an_operator(check_transformed, name, operator):
    before = f"import paddle\nz = paddle.complex.elementwise_{name}(x, y, name='n')\n"
    check_transformed(before, f"import paddle\nz = x {operator} y\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return matmul(x, y).real", "return paddle.matmul(x, y).real()"),
        ("z = matmul(x, y)\n    return z.imag[0]", "z = paddle.matmul(x, y)\n    return z.imag()[0]"),
    ],
)
def test_a_part(check_transformed, before, after):
    function = "def f(x, y):\n    {}\n"
    check_transformed(MATMUL + function.format(before), "import paddle\n" + function.format(after))


def test_a_part_of_what_a_function_of_the_script_gives(check_transformed):
    script = "def f(x, y):\n    return {}matmul(x, y), 1\n\nz, one = f(a, b)\nprint(z.real{})\n"
    check_transformed(MATMUL + script.format("", ""), "import paddle\n" + script.format("paddle.", "()"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss = paddle.complex.sum(x).real\nloss.numpy()[0]", "loss = paddle.sum(x).real()\nloss.item()"),
        (
            "loss = paddle.complex.trace(x).real\nprint(loss.numpy()[0])",
            "loss = paddle.trace(x).real()\nprint(paddle.atleast_1d(loss).numpy()[0])",
        ),
        (
            "z = paddle.complex.kron(x, y).real\nparts = [z[0][0], z[1][1]]\n"
            "loss = 3 * parts[0] - 0.5 * parts[1]\nprint(loss.numpy()[0])",
            "z = paddle.kron(x, y).real()\nparts = [z[0][0], z[1][1]]\n"
            "loss = 3 * parts[0] - 0.5 * parts[1]\nprint(paddle.atleast_1d(loss).numpy()[0])",
        ),
        (
            "loss = -paddle.complex.trace(x).imag / 2\nloss.numpy()[0]",
            "loss = -paddle.trace(x).imag() / 2\npaddle.atleast_1d(loss).numpy()[0]",
        ),
        ("z = paddle.complex.kron(x, y).real\nz[i].numpy()[j]", "z = paddle.kron(x, y).real()\nz[i].numpy()[j]"),
        ("z = paddle.complex.kron(x, y).real\nz.numpy()[0]", "z = paddle.kron(x, y).real()\nz.numpy()[0]"),
    ],
)
def test_what_has_no_dimension_today(check_transformed, before, after):
    check_transformed(f"import paddle\n{before}\n", f"import paddle\n{after}\n")


@pytest.mark.parametrize(
    "source",
    [
        "import paddle\nz = paddle.complex(a, b)\nprint(z.real(), z.imag())\n",
        "import paddle\nz = paddle.complex(a, b)\nprint(z.real, complex)\n",
        "from paddle import complex\nz = complex(a, b)\n",
        "from paddle import complex\n",
        "import paddle.tensor\nmake = paddle.complex\n",
        "from mine.complex import matmul\nmatmul(x, y).real\n",
        "import numpy as np\nz = np.ones(3) + 1j\nprint(z.real, z.imag)\n",
        "class Complex:\n    def __init__(self, real):\n        self.real = real\n",
    ],
)
def test_what_is_todays_or_nothing_of_ours_stays(check_noop, source):
    assert check_noop(source).findings == []


@pytest.mark.parametrize(
    "line",
    [
        "values, vectors = np.linalg.eig(a)\nprint(values.real)",
        "print(np.conj(a).imag, (1 + 2j).real)",
        "a = z.numpy()\nprint(a.real)",
    ],
)
def test_numpys_parts_stay(check_transformed, line):
    before = f"import numpy as np\nimport paddle.complex\nz = paddle.complex.kron(x, y)\n{line}\n"
    after = f"import numpy as np\nimport paddle\nz = paddle.kron(x, y)\n{line}\n"
    assert not check_transformed(before, after).left


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("z.real.stop_gradient = False", "give z itself"),
        ("print(z.real.gradient())", "z.grad is complex"),
        ("z.imag = b", "no tensors of their own"),
        ("z.imag += b", "no tensors of their own"),
        ("z.imag, n = b", "no tensors of their own"),
        ("print(z.dtype)", "like any tensor's"),
        ("print(z.name)", "like any tensor's"),
        ("print(unknown.real)", "unknown.real(), if it is one here"),
    ],
)
def test_what_is_left_is_said(check_transformed, line, words):
    before = f"import paddle\nz = paddle.complex.kron(x, y)\n{line}\n"
    result = check_transformed(before, before.replace("complex.", ""))
    (left,) = (each for each in result.left if each.code == "PM313")
    assert (left.code, left.line) == ("PM313", 3)
    assert words in left.message


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("z = ComplexVariable(*parts)\n", "PM303"),
        ("make(ComplexVariable)\n", "PM301"),
    ],
)
def test_a_pair_that_is_left(check_noop, source, code):
    result = check_noop(f"from paddle.fluid.framework import ComplexVariable\n{source}")
    assert [finding.code for finding in result.left] == [code]


def test_an_object_of_the_scripts_own_is_no_pair(check_transformed):
    """Its class gives it a `real` and an `imag`."""
    before = (
        "from paddle.fluid.framework import ComplexVariable\n\n\nclass Both:\n    def __init__(self, a, b):\n"
        "        self.real, self.imag = a, b\n\n    def turned(self):\n"
        "        return ComplexVariable(self.real, -self.imag)\n"
    )
    after = before.replace("from paddle.fluid.framework import ComplexVariable", "import paddle")
    assert not check_transformed(before, after.replace("ComplexVariable", "paddle.complex")).left


def test_a_module_used_as_a_value_stays_with_its_import(check_noop):
    (left,) = check_noop("import paddle.complex as cpx\nuse(cpx)\n").left
    assert left.code == "PM305"


PAIR = "import paddle.fluid as fluid\nfrom paddle.complex import matmul\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("z = fluid.dygraph.to_variable(a)\nx = z.real[0]\n", "z = paddle.to_tensor(a)\nx = z.real()[0]\n"),
        ("x = z.real.numpy() + 1j * z.imag.numpy()\n", "x = z.real().numpy() + 1j * z.imag().numpy()\n"),
        ("x = f(z).imag[0][1].numpy()\n", "x = f(z).imag()[0][1].numpy()\n"),
        ("x = (z.real ** 2 + 2 * z.imag[0] ** 2).numpy()\n", "x = (z.real() ** 2 + 2 * z.imag()[0] ** 2).numpy()\n"),
        ("x = fluid.layers.abs(z.real)\n", "x = paddle.abs(z.real())\n"),
        ("print(z.real)\nz = matmul(z, z)\n", "print(z.real())\nz = paddle.matmul(z, z)\n"),
        (
            "t, w = 0, f()\nfor i in range(3):\n    t += w.real[i] * matmul(w, w).real[i][i]\nprint(t[0][0].numpy())\n",
            "t, w = 0, f()\nfor i in range(3):\n    t += w.real()[i] * paddle.matmul(w, w).real()[i][i]\n"
            "print(t.reshape([-1])[0].numpy())\n",
        ),
    ],
)
def test_what_is_done_with_it_shows_a_pair(check_transformed, before, after):
    """No other tensor of 1.8 had parts."""
    call = "\nm = matmul(a, b)\n"
    result = check_transformed(PAIR + before + call, "import paddle\n" + after + call.replace("mat", "paddle.mat"))
    assert not result.left


@pytest.mark.parametrize(
    "text",
    [
        "x = z.real[0] + y.numpy()",
        "x = (z.real + y).numpy()",
        "x = fluid.dygraph.to_variable(z.real)",
        "x = y[z.real].numpy()",
        "print(z.real)\nz = g(z)\nz = matmul(z, z)",
        "z = fluid.dygraph.to_variable(a) if c else a\nx = z.real",
    ],
)
def test_what_may_be_an_array_is_said(text):
    result = migrate_source(f"{PAIR}{text}\nm = matmul(a, b)\n")
    assert "z.real()" not in result.text
    assert [f.name for f in result.left] == ["z.real"]


@pytest.mark.parametrize(
    "text",
    [
        "isinstance(z, ComplexVariable)",
        "type(z) is not ComplexVariable",
        "isinstance(z, (list, ComplexVariable))",
        "issubclass(z, ComplexVariable)",
    ],
)
def test_asked_for(text):
    result = migrate_source(f"{HEAD}print({text})\n")
    assert "ComplexVariable" in result.text
    assert result.left


@pytest.mark.parametrize("made", ["argparse.Namespace()", "types.SimpleNamespace(real=a)", "collections.Counter()"])
def test_an_object_of_another_library_is_no_pair(made):
    """What its attribute is used for shows nothing of it."""
    text = f"{HEAD}import argparse, collections, types\nw = {made}\nw.imag = fluid.layers.concat([a, a])\n"
    new = migrate_source(f"{text}z = ComplexVariable(a, fluid.layers.reshape(w.imag, [2, 2]))\n").text
    assert "z = paddle.complex(a, paddle.reshape(w.imag, [2, 2]))" in new
