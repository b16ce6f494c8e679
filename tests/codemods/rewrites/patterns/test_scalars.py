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
        ("m = fluid.layers.matmul(x, y)\nm.numpy()[0]", "m = paddle.matmul(x, y)\npaddle.atleast_1d(m).numpy()[0]"),
        ("t = fluid.layers.trace(x)\nt.numpy()[0]", "t = paddle.trace(x)\npaddle.atleast_1d(t).numpy()[0]"),
        (
            "k = fluid.layers.kldiv_loss(x, y, reduction='none')\nk.numpy()[0]",
            "import paddle.nn.functional as F\nk = F.kl_div(x, y, reduction='none')\nk.numpy()[0]",
        ),
        ("k = fluid.layers.kldiv_loss(x, y, how)\nk.numpy()[0]",
         "import paddle.nn.functional as F\nk = F.kl_div(x, y, how)\nk.numpy()[0]"),
        ("k = fluid.layers.kldiv_loss(x, y)\nk.numpy()[0]",
         "import paddle.nn.functional as F\nk = F.kl_div(x, y)\nk.item()"),
        (
            "s = fluid.layers.logsumexp(x, keepdim=True)\ns.numpy()[0]",
            "s = paddle.logsumexp(x, keepdim=True)\ns.numpy()[0]",
        ),
        (
            "loss = fluid.layers.mean(x)\na = loss.numpy()\nprint(a[0], a)",
            "loss = paddle.mean(x)\na = loss.numpy()\nprint(a.item(), a)",
        ),
        ("m = fluid.layers.mean(x)\nm.numpy()[i]", "m = paddle.mean(x).reshape([1])\nm.numpy()[i]"),
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


MODEL = """\
class Net(fluid.dygraph.Layer):
    def forward(self, x, y):
        cost = fluid.layers.square_error_cost(x, y)
        cost = fluid.layers.mean(cost)
        return cost, x
"""
MODERN_MODEL = """\
class Net(nn.Layer):
    def forward(self, x, y):
        cost = F.square_error_cost(x, y)
        cost = paddle.mean(cost)
        return cost, x
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("net = Net()\ncost, out = net(x, y)\nprint(cost.numpy()[0], out.numpy()[0])",
         "net = Net()\ncost, out = net(x, y)\nprint(cost.item(), paddle.atleast_1d(out).numpy()[0])"),
        ("net = fluid.dygraph.DataParallel(Net(), s)\ncost, out = net(x, y)\nprint(cost.numpy()[0])",
         "net = paddle.DataParallel(Net())\ncost, out = net(x, y)\nprint(cost.item())"),
        ("net = Net()\nif many:\n    net = fluid.dygraph.DataParallel(net, s)\ncost, out = net(x, y)\ncost.numpy()[0]",
         "net = Net()\nif many:\n    net = paddle.DataParallel(net)\ncost, out = net(x, y)\ncost.item()"),
        ("net = Net()\ncost, out, more = net(x, y)\nprint(cost.numpy()[0])",
         "net = Net()\ncost, out, more = net(x, y)\nprint(paddle.atleast_1d(cost).numpy()[0])"),
    ],
)
def test_what_a_model_returns(check_transformed, before, after):
    head = "import paddle\nimport paddle.nn as nn\nimport paddle.nn.functional as F\n"
    check_transformed(f"{HEAD}{MODEL}{before}\n", f"{head}{MODERN_MODEL}{after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("c = fluid.layers.square(x)\nc = fluid.layers.mean(c)\nc.numpy()[0]",
         "c = paddle.square(x)\nc = paddle.mean(c)\nc.item()"),
        ("c = fluid.layers.mean(x)\nc = fluid.layers.square(x)\nc.numpy()[0]",
         "c = paddle.mean(x)\nc = paddle.square(x)\nc.numpy()[0]"),
        ("c = fluid.layers.mean(x)\nif far:\n    c = other(x)\nc.numpy()[0]",
         "c = paddle.mean(x)\nif far:\n    c = other(x)\npaddle.atleast_1d(c).numpy()[0]"),
        ("c = fluid.layers.mean(x)\nfor i in r:\n    c.numpy()[0]\n    c = other(x)",
         "c = paddle.mean(x)\nfor i in r:\n    paddle.atleast_1d(c).numpy()[0]\n    c = other(x)"),
        ("c = fluid.layers.mean(x)\nfor i in r:\n    c = other(c.numpy()[0])",
         "c = paddle.mean(x)\nfor i in r:\n    c = other(paddle.atleast_1d(c).numpy()[0])"),
        ("c = other(x)\nwith a:\n    c = fluid.layers.mean(x)\n    if b:\n        c.numpy()[0]",
         "c = other(x)\nwith a:\n    c = paddle.mean(x)\n    if b:\n        c.item()"),
        ("try:\n    c = fluid.layers.mean(x)\n    c = other(x)\nexcept E:\n    c.numpy()[0]",
         "try:\n    c = paddle.mean(x)\n    c = other(x)\nexcept E:\n    paddle.atleast_1d(c).numpy()[0]"),
        ("c = fluid.layers.mean(x); c.numpy()[0]; c = other(x)", "c = paddle.mean(x); c.item(); c = other(x)"),
        ("c = fluid.layers.mean(x)\nf = lambda: c.numpy()[0]\nc = other(x)",
         "c = paddle.mean(x)\nf = lambda: paddle.atleast_1d(c).numpy()[0]\nc = other(x)"),
    ],
)
def test_the_last_one_before_counts(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"import paddle\n{after}\n")


@pytest.mark.parametrize(
    ("sums", "becomes"),
    [
        ("fluid.layers.reduce_sum(x) / len(args)", "paddle.sum(x) / len(args)"),
        ("fluid.layers.mean(x) * RATE", "paddle.mean(x) * RATE"),
        ("fluid.layers.elementwise_add(fluid.layers.mean(x), fluid.layers.mean(y))",
         "paddle.mean(x) + paddle.mean(y)"),
    ],
)
def test_arithmetic_with_numbers(check_transformed, sums, becomes):
    before, after = f"RATE = 0.5\nc = {sums}\nc.numpy()[0]\n", f"RATE = 0.5\nc = {becomes}\nc.item()\n"
    check_transformed(HEAD + before, "import paddle\n" + after)


def test_an_option_may_be_a_tensor_as_well(check_transformed):
    check_transformed(
        f"{HEAD}c = fluid.layers.mean(x) * args.scale\nc.numpy()[0]\n",
        "import paddle\nc = paddle.mean(x) * args.scale\npaddle.atleast_1d(c).numpy()[0]\n",
    )


@pytest.mark.parametrize("other", ["weights", "len(x) * weights"])
def test_arithmetic_with_what_may_be_a_tensor(check_transformed, other):
    check_transformed(f"{HEAD}c = fluid.layers.mean(x) * {other}\nc.numpy()[0]\n",
                      f"import paddle\nc = paddle.mean(x) * {other}\nc.numpy()[0]\n")


def test_a_method_of_an_object_returns_it(check_transformed):
    check_transformed(
        HEAD + "class Agent(object):\n    def learn(self, x):\n        return fluid.layers.mean(x), 1\n"
        "agent = Agent()\nloss, count = agent.learn(x)\nprint(loss.numpy()[0])\n",
        "import paddle\nclass Agent(object):\n    def learn(self, x):\n        return paddle.mean(x), 1\n"
        "agent = Agent()\nloss, count = agent.learn(x)\nprint(loss.item())\n",
    )


def test_a_sum_that_is_indexed_later_keeps_its_dimension(check_transformed):
    result = check_transformed(
        """
        import numpy as np
        import paddle.fluid as fluid
        total = 0.0
        for x in data:
            loss = fluid.layers.mean(x)
            out = loss.numpy()
            total += out
            perplexity = np.exp(total / 2)
            print(perplexity[0], out[0])
        """,
        """
        import numpy as np
        import paddle
        total = 0.0
        for x in data:
            loss = paddle.mean(x)
            out = loss.numpy().reshape([1])
            total += out
            perplexity = np.exp(total / 2)
            print(perplexity[0], out.item())
        """,
    )
    assert any("`perplexity[0]` in line 10" in f.message for f in result.findings)


@pytest.mark.parametrize(
    "use", ["total += out\nprint(total)", "all.append(out)\nprint(all[0])", "t = float(out)\nt[0]"]
)
def test_a_sum_that_is_not_indexed_has_none(check_transformed, use):
    check_transformed(f"{HEAD}loss = fluid.layers.mean(x)\nout = loss.numpy()\n{use}\n",
                      f"import paddle\nloss = paddle.mean(x)\nout = loss.numpy()\n{use}\n")


def test_an_index_of_what_is_calculated_on_the_spot(check_transformed):
    check_transformed(
        f"{HEAD}loss = fluid.layers.mean(x)\nout = loss.numpy()\nprint('%f' % np.exp(out / 2)[0])\n",
        "import paddle\nloss = paddle.mean(x)\nout = loss.numpy().reshape([1])\nprint('%f' % np.exp(out / 2)[0])\n",
    )


def test_the_first_number_of_a_sum_of_tensors_from_elsewhere(check_transformed):
    body = "def f(terms):\n    loss = {}(list(terms))\n    return {}.numpy()[0]\n"
    check_transformed(HEAD + body.format("fluid.layers.sums", "loss"),
                      "import paddle\n" + body.format("paddle.add_n", "paddle.atleast_1d(loss)"))


@pytest.mark.parametrize("made", ["w(x), w(y)", "x, fluid.layers.reduce_sum(y, dim=1, keep_dim=True), w(x)"])
def test_a_sum_of_tensors_with_dimensions_stays(check_transformed, made):
    new = made.replace("fluid.layers.reduce_sum(y, dim=1, keep_dim=True)", "paddle.sum(y, axis=1, keepdim=True)")
    check_transformed(
        f"{HEAD}w = fluid.dygraph.Linear(3, 4)\nprint(fluid.layers.sums([{made}]).numpy()[0])\n",
        f"import paddle\nimport paddle.nn as nn\nw = nn.Linear(3, 4)\nprint(paddle.add_n([{new}]).numpy()[0])\n")


NUMBERS = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L


"""
FORMS = """\
m / len([1, 2])|m > 1.0|L.cast(m > 1.0, 'float32')|m == m * 2|0 < m|L.logical_and(m > 0, m < 3)|L.logical_not(m > 0)
m * True|m * (n > 1)|m * (n or 2)|n and m|m or n|m * (not n)|m * -n|m * round(1.2) * abs(-n)
L.reduce_mean(x[:, 0]) > 1|L.reduce_sum(v, dim=0)|L.reduce_sum(v * v, dim=-1) / n
L.sqrt(L.reduce_sum(L.square(v), dim=[0]))|L.reduce_max(v, dim=axis)
L.reduce_mean(L.reduce_mean(x, dim=1), dim=0)|L.reduce_all(v > 0, dim=0)|m + L.reduce_mean(v, 0)
L.reduce_sum(x, dim=1)|L.reduce_sum(x, dim=0)|L.reduce_sum(x, 0, True)|x[0] > 1|m * x|m + L.reduce_mean(x, dim=1)
""".replace("\n", "|").strip("|").split("|")


def test_whatever_has_no_dimension_is_read_as_before(run_both_ways):
    """In a name, where it stands, and through a function."""
    text = NUMBERS + "def first(t):\n    return np.ravel(t.numpy()[0]).tolist()\n\n\n"
    for i, form in enumerate(FORMS):
        text += f"def f{i}(x, v, n, axis=0):\n    m = L.reduce_mean(x)\n    r = {form}\n"
        text += f"    print(first(r), np.ravel(r.numpy()[0]).tolist(), np.ravel(({form}).numpy()[0]).tolist())\n\n\n"
    calls = "".join(f"    f{i}(x, x[1], 2)\n" for i in range(len(FORMS)))
    made = "    x = fluid.dygraph.to_variable(np.arange(6).reshape(2, 3).astype('float32'))\n"
    old, new = run_both_ways({"forms": {"main.py": f"{text}with fluid.dygraph.guard():\n{made}{calls}"}})
    assert old == new
    assert len(old["forms"]) == len(FORMS)


OF_NUMPY = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L


def shown(v):
    return v.item()


class Meter(object):
    def __init__(self, v):
        self.v = v

    def read(self):
        return self.v.astype("float64")


def pair(m):
    return m.numpy()[0], 1


with fluid.dygraph.guard():
    m = L.reduce_mean(fluid.dygraph.to_variable(np.array([1.0, 2.5], "float32")))
    print(m.numpy()[0].item(), m.numpy()[0].tolist(), m.numpy()[0].astype("float64"), m.numpy()[0].dtype)
    t = m.numpy()[0]
    print(t.item(), t.shape, isinstance(t, np.float32), type(t).__name__)
    u, arr = m.numpy()[0], m.numpy()
    print(shown(u), Meter(m.numpy()[0]).read(), arr[0].item(), arr[0].round(1))
    losses = [m.numpy()[0]]
    losses.append(m.numpy()[0])
    print([each.item() for each in losses], losses[0].dtype, (m.numpy()[0] * 2).item(), pair(m)[0].max())
    k = L.reduce_sum(L.fill_constant([2], "int64", 3)).numpy()[0]
    print(k.astype("float32") / 4, (-k).item())
"""


def test_what_is_asked_of_numpys_number_is_there(run_both_ways):
    old, new = run_both_ways({"asked": {"main.py": OF_NUMPY}})
    assert old == new
    assert len(old["asked"]) == 5


@pytest.mark.parametrize(("use", "left"), [
    ("print(loss.numpy()[0])", "print(loss.item())"),
    ("all = [loss.numpy()[0]]\nprint(np.mean(all))", "all = [loss.item()]\nprint(np.mean(all))"),
    ("t = loss.numpy()[0]\nlog(t, t * 2, '%f' % t)", "t = loss.item()\nlog(t, t * 2, '%f' % t)"),
    ("a = loss.numpy()\nprint(a[0].item())", "a = loss.numpy()\nprint(a.item())"),
    ("t = loss.numpy()[0]\nt.tolist()", "t = loss.numpy()[()]\nt.tolist()"),
])  # fmt: skip
def test_a_number_is_pythons_where_nothing_else_is_asked_of_it(check_transformed, use, left):
    check_transformed(f"{HEAD}loss = fluid.layers.mean(x)\n{use}\n", f"import paddle\nloss = paddle.mean(x)\n{left}\n")


OTHER_WAYS = """\
import numpy as np
import paddle.fluid as fluid


class Meter(object):
    def __init__(self, value):
        self.value = value

    def first(self):
        return np.exp(self.value)[0]


def half(array):
    return (array / 2)[0]


def kept(loss):
    found = {'loss': loss.numpy()}
    return found


with fluid.dygraph.guard():
    loss = fluid.layers.mean(fluid.dygraph.to_variable(np.ones([2, 2], 'float32') * 0.5))
    ret = {'k': loss.numpy(), 'other': 2}
    total = 0
    for array in [loss.numpy(), loss.numpy() * 3]:
        total += array
    print('%.4f' % np.exp(np.minimum(ret['k'], 100.0))[0])
    print('%.4f %.4f' % (Meter(loss.numpy()).first(), half(loss.numpy())))
    print('%.4f %.4f' % (kept(loss)['loss'][0], total[0]))
    pair = (loss.numpy(), loss.numpy() + 1)
    print('%.4f' % (pair[1] - pair[0])[0])
"""


def test_an_index_of_what_goes_elsewhere_runs_as_before(run_both_ways):
    old, new = run_both_ways({"ways": {"main.py": OTHER_WAYS}})
    assert old["ways"] == ["1.6487", "1.6487 0.2500", "0.5000 2.0000", "1.0000"]
    assert new == old
