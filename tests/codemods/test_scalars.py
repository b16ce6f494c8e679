"""0-D results: an index that would fail today becomes item()."""

from __future__ import annotations

import itertools

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle\nimport paddle.fluid as fluid\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss = fluid.layers.mean(x)\nprint(loss.numpy()[0])", "loss = paddle.mean(x)\nprint(loss.item())"),
        ("total += fluid.layers.mean(x).numpy()[0]", "total += paddle.mean(x).item()"),
        ("s = fluid.layers.reduce_sum(x)\ns.numpy()[0]", "s = paddle.sum(x)\ns.item()"),
        (
            "a = fluid.layers.mean(x)\nb = a * 0.5\nprint(b.numpy()[0])",
            "a = paddle.mean(x)\nb = a * 0.5\nprint(b.item())",
        ),
        (
            "s = fluid.layers.reduce_sum(x, dim=1)\ns.numpy()[0]",
            "s = paddle.sum(x, axis=1)\ns.numpy()[0]",
        ),
        ("m = fluid.layers.matmul(x, y)\nm.numpy()[0]", "m = paddle.matmul(x, y)\nm.numpy()[0]"),
        ("t = fluid.layers.trace(x)\nt.numpy()[0]", "t = paddle.trace(x)\nt.numpy()[0]"),
        (
            "k = fluid.layers.kldiv_loss(x, y, reduction='none')\nk.numpy()[0]",
            "import paddle.nn.functional as F\nk = F.kl_div(x, y, reduction='none')\nk.numpy()[0]",
        ),
        ("k = fluid.layers.kldiv_loss(x, y, how)\nk.numpy()[0]",
         "import paddle.nn.functional as F\nk = F.kl_div(x, y, how)\nk.numpy()[0]"),
        ("k = fluid.layers.kldiv_loss(x, y)\nk.numpy()[0]", "import paddle.nn.functional as F\nk = F.kl_div(x, y)\nk.item()"),
        (
            "s = fluid.layers.logsumexp(x, keepdim=True)\ns.numpy()[0]",
            "s = paddle.logsumexp(x, keepdim=True)\ns.numpy()[0]",
        ),
        (
            "loss = fluid.layers.mean(x)\na = loss.numpy()\nprint(a[0], a)",
            "loss = paddle.mean(x)\na = loss.numpy()\nprint(a.item(), a)",
        ),
        ("m = fluid.layers.mean(x)\nm.numpy()[i]", "m = paddle.mean(x)\nm.numpy()[i]"),
    ],
)
def test_index(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"import paddle\n{after}\n")


def test_another_look_when_printed_is_said_once(check_transformed):
    result = check_transformed(
        HEAD + "loss = fluid.layers.mean(x)\nprint(loss.numpy())\nprint(loss.numpy())\n",
        "import paddle\nloss = paddle.mean(x)\nprint(loss.numpy())\nprint(loss.numpy())\n",
    )
    assert [f.line for f in result.findings if f.name == "numpy()"] == [4]


@pytest.mark.parametrize("line", ["x.numpy()[0]", "batch.numpy()[0]", "paddle.mean(x).numpy()"])
def test_other_tensors_are_left(check_noop, line):
    check_noop(f"import paddle\ny = {line}\n")


def test_a_loss_made_from_itself_is_still_one(check_transformed):
    check_transformed(
        """
        import paddle.fluid as fluid
        loss = fluid.layers.mean(x)
        loss = loss * 0.5
        print(loss.numpy()[0])
        """,
        """
        import paddle
        loss = paddle.mean(x)
        loss = loss * 0.5
        print(loss.item())
        """,
    )


def test_a_loss_that_also_comes_from_elsewhere_is_left(check_transformed):
    check_transformed(
        """
        import paddle.fluid as fluid
        loss = fluid.layers.mean(x)
        loss = loss * 0.5
        loss = other(loss)
        print(loss.numpy()[0])
        """,
        """
        import paddle
        loss = paddle.mean(x)
        loss = loss * 0.5
        loss = other(loss)
        print(loss.numpy()[0])
        """,
    )


@pytest.mark.parametrize("name", ["loss", "loss{}"])
def test_a_long_chain_of_sums_ends(name):
    """Names made from names, a thousand of them: neither Python's stack nor the time may run out."""
    names = [name.format(i) for i in range(1000)]
    sums = "".join(f"{new} = {old} + {old}\n" for old, new in itertools.pairwise(names))
    text = f"import paddle.fluid as fluid\n{names[0]} = fluid.layers.mean(x)\n{sums}print({names[0]}.numpy()[0])\n"
    assert migrate_source(text).text.endswith(f"print({names[0]}.item())\n")
