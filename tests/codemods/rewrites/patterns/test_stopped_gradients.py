"""What no gradient came back through in 1.8.5 is detached, where something may be trained through it."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nL = fluid.layers\n"
PROGRAM = HEAD + "x, y = fluid.data('x', [None, 4]), fluid.data('y', [None, 1])\nh = L.fc(x, 4)\n"
TRAINED = "fluid.optimizer.SGD(0.1).minimize(L.mean(h))\n"
DYGRAPH = HEAD + "def f(h):\n    {}\nwith fluid.dygraph.guard():\n    f(model(x)).backward()\n"


def migrated(line, head=PROGRAM, tail=TRAINED):
    result = migrate_source(f"{head}{line}\n{tail}", "script.py")
    assert result.changed
    assert migrate_source(result.text, "script.py").text == result.text
    return result


@pytest.mark.parametrize(("line", "part"), [
    ("v, i = L.topk(h, 2)\nz = v * 2", "paddle.topk(h.detach(), 2)"),
    ("v = L.topk(input=h * 2.0, k=1)[0]", "paddle.topk(x=(h * 2.0).detach(), k=1)[0]"),
    ("v = L.topk(k=1, input=L.softmax(h))", "paddle.topk(k=1, x=F.softmax(h).detach())"),
    ("z = [L.topk(e, 1) for e in (h, h)]", "paddle.topk(e.detach(), 1) for e"),
    ("v, i = L.argsort(h)\nz = v * 2", "paddle.sort(h.detach())"),
    ("z = L.diag(h[0])", "paddle.diag(paddle.assign(h[0]).detach())"),
    ("z = L.rank_loss(L.sigmoid(h), h, h)", "F.sigmoid(h).detach() * (h - h)"),
    ("z = L.margin_rank_loss(label=h, left=h, right=h)", "(h - h) * h.detach()"),
    ("z = L.margin_rank_loss(h, h, h)", "F.relu(0.1 - (h - h) * h.detach())"),
    ("z = L.margin_rank_loss(h * 2, h, h)", "(h - h) * (h * 2).detach()"),
    ("z = L.margin_rank_loss(L.relu(h), h, h)", "(h - h) * F.relu(h).detach()"),
    ("z = L.pow(h, L.mean(h))", "paddle.pow(h, paddle.mean(h).detach())"),
    ("z = L.zeros([2, 4], 'float32')\nL.assign(h, z)", "paddle.assign(h.detach(), z)"),
    ("z = [L.ones([2, 4], 'float32')]\nL.assign(h + 1, z[0])", "paddle.assign((h + 1).detach(), z[0])"),
])
def test_what_is_detached(line, part):
    result = migrated(line)
    assert part in result.text
    assert not result.left


@pytest.mark.parametrize("line", ["v, i = L.topk(h, 2)\n    return v", "return L.topk(h, 2)[0]"])
def test_in_dygraph_mode(line):
    assert "paddle.topk(h.detach(), 2)" in migrate_source(DYGRAPH.format(line), "script.py").text


def test_sorted_values_have_gradients_in_dygraph_mode():
    assert "detach" not in migrate_source(DYGRAPH.format("return L.argsort(h)[0]"), "script.py").text


def test_a_library_may_be_trained_with():
    assert "h.detach()" in migrate_source(HEAD + "def best(h):\n    return L.topk(h, 1)[0]\n", "script.py").text


@pytest.mark.parametrize("line", [
    "_, i = L.topk(h, 2)\nz = i * 2", "i = L.topk(h, 2)[1]", "i = L.topk(h, k=2)[-1]",
    "class Kept:\n    pass\nkept = Kept()\nkept.x = L.cast(x, 'float32')\nkept.x = L.cast(kept.x, 'float32')\n"
    "v, i = L.topk(kept.x, 2)\nz = v * 2",  # made anew of itself
    "v, i = L.topk(x, 2)\nz = v * 2", "v, i = L.topk(L.cast(x, 'float32'), 2)\nz = v * 2",
    "a, i = L.argsort(h)\nz = i * 2", "z = L.rank_loss(y, h, h)", "z = L.rank_loss(L.cast(y, 'float32'), h, h)",
    "def f(h, power):\n    return L.pow(h, power)", "z = L.pow(h, settings.power)",
    "z = L.topk(h, 2, no_such=1)[0]", "z = L.pow(h, 2.0)", "z = L.pow(h, factor=2.0)", "z = h * 0.0\nL.assign(h, z)",
    "z = L.create_tensor('float32')\nL.assign(h, z)", "L.assign(h)",
    "L.assign(L.ones([4], 'float32'), L.zeros([4], 'float32'))",
    "for p, q in zip(net.parameters(), more.parameters()):\n    L.assign(p, q)",
    "z = other.topk(h, 2)", "v, i = L.topk(h, 2)  # paddle-migrate: skip\nz = v * 2",
])
def test_what_stays(line):
    assert "detach" not in migrated(line).text


def test_where_nothing_trains():
    text = PROGRAM + "exe = fluid.Executor()\nv, i = L.topk(h, 2)\nexe.run(feed={'x': a}, fetch_list=[v])\n"
    assert "detach" not in migrate_source(text, "script.py").text


@pytest.mark.parametrize("line", [
    "z = L.topk(*given)[0]", "z = list(map(L.topk, many, counts))",
    "z = L.zeros([4], 'float32')\nL.sums([h, h], out=z)",
])
def test_what_a_person_is_told(line):
    assert "PM343" in [finding.code for finding in migrated(line).left]


RUN = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L

def net(kind, h):
    z = L.zeros([2, 3], "float32")
    if kind == "mined":
        hard, _ = L.topk(L.reshape(h, [1, 6]), k=2)
        return L.reduce_mean(hard) + L.reduce_mean(h) * 0.1
    if kind == "ordered":
        values, places = L.argsort(h, axis=1)
        return L.reduce_mean(values[:, :2] * h[:, 1:])
    if kind == "labels":
        return L.reduce_mean(L.sigmoid_cross_entropy_with_logits(h, L.sigmoid(h * 2.0)))
    if kind == "ranked":
        return L.reduce_mean(L.rank_loss(L.sigmoid(h[:, :1]), h[:, 1:2], h[:, 2:]))
    L.assign(h, z)
    return L.reduce_mean(z * h)

for kind in ("mined", "ordered", "labels", "ranked", "constant"):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start), fluid.unique_name.guard():
        x = fluid.data("x", [2, 3])
        w = L.create_parameter([3], "float32", name="w", default_initializer=fluid.initializer.Constant(0.5))
        loss = net(kind, L.tanh(x * w))
        fluid.optimizer.SGD(0.5).minimize(loss)
    with fluid.scope_guard(fluid.Scope()):
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        for _ in range(3):
            found = exe.run(main, feed={"x": np.arange(6).reshape(2, 3).astype("float32") / 5}, fetch_list=[loss])
            print("%.5f" % np.ravel(found[0])[0])
"""
EAGER = """\
import numpy as np
import paddle.fluid as fluid

with fluid.dygraph.guard(fluid.CPUPlace()):
    net = fluid.dygraph.Linear(3, 3, param_attr=fluid.initializer.Constant(0.5))
    sgd = fluid.optimizer.SGD(0.5, parameter_list=net.parameters())
    for step in range(3):
        h = net(fluid.dygraph.to_variable(np.arange(6).reshape(2, 3).astype("float32") / 5))
        hard, places = fluid.layers.topk(fluid.layers.reshape(h * h, [1, 6]), 2)
        label = fluid.layers.sigmoid(h * 2.0)
        loss = fluid.layers.reduce_mean(fluid.layers.sigmoid_cross_entropy_with_logits(h, label))
        loss = loss + fluid.layers.reduce_mean(hard)
        loss.backward()
        sgd.minimize(loss)
        net.clear_gradients()
        print("%.5f" % loss.numpy()[0])
"""
OF_185 = {
    "programs": """
        0.44487 0.43816 0.43135 0.07648 0.06955 0.06280 0.66431 0.66369 0.66306
        0.69714 0.69576 0.69457 0.08194 0.07384 0.06630
    """,
    "eager": "1.95187 2.05479 2.16290",
}


def test_the_numbers(run_both_ways):
    old, new = run_both_ways({"programs": {"main.py": RUN}, "eager": {"main.py": EAGER}})
    assert old == new == {name: text.split() for name, text in OF_185.items()}


OPENED = """\
import numpy as np
import paddle.fluid as fluid
layers = fluid.layers
x, y = fluid.data('x', [4, 3]), fluid.data('y', [4, 1])
h = layers.fc(x, 3, act='tanh', param_attr=fluid.initializer.Constant(.3))
class Memory(object):
    def __init__(self, like):
        self.kept = layers.ones_like(like)
    def write(self, value):
        layers.assign(value, self.kept)
        return self.kept
def into(value, target):
    layers.assign(value, target)
    return target
def last(value):
    return layers.fc(value, 1, param_attr=fluid.initializer.Constant(.2))
kept = Memory(x).write(h)
parts = [layers.scale(x, 0.5) for _ in range(2)]
for part in parts:
    layers.assign(h * 0.5, output=part)
summed = layers.reduce_sum(x, dim=1, keep_dim=True)
layers.sums([last(h), last(x)], out=summed)
drawn = layers.uniform_random([4, 3])
layers.assign(h, drawn)
shut = layers.fill_constant([4, 3], 'float32', 1.0)
layers.assign(h, shut)
joined = layers.concat(parts + [kept, drawn, shut, into(h * 2., x * 1.)], axis=1)
loss = layers.mean(layers.square_error_cost(last(joined) + summed, y))
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'x': np.arange(12).reshape([4, 3]).astype('float32') / 12, 'y': np.ones([4, 1], 'float32')}
for _ in range(3):
    print('%.5f' % exe.run(feed=feed, fetch_list=[loss])[0][0])
"""


def test_gradients_of_what_is_written_into_computed_variables(run_both_ways):
    old, new = run_both_ways({"opened": {"main.py": OPENED}})
    assert len(set(old["opened"])) == 3
    assert new == old


@pytest.mark.parametrize("line", [
    "z = x * 0\nL.assign(y, z)", "z = x * 0\nL.assign(L.fill_constant([2, 4], 'float32', 1.), z)",
    "z = L.create_global_var([2, 4], 0., 'float32', True)\nL.assign(h, z)", "z = L.assign(h)", "L.assign(h, given)",
    "z = L.create_parameter([2, 4], 'float32')\nL.assign(h, z)",
])
def test_what_is_not_opened(line):
    assert "stop_gradient = False" not in migrated(line).text


def test_what_may_be_either():
    lines = "def f(z):\n    L.assign(h, z)\nf(x * 0)\nf(L.zeros([2, 4], 'float32'))"
    assert [f.code for f in migrated(lines).left] == ["PM343"]


IN_PLACE = PROGRAM + "k = L.fill_constant([1], 'float32', 0.0)\ni = L.fill_constant([1], 'int64', 0)\n"


@pytest.mark.parametrize(("line", "code"), [
    ("z = h * 1.0\nL.sums([z, h], out=z)", "PM343"), ("z = L.relu(h)\nfound = L.sums((h, z), z)", "PM343"),
    ("z = [h * 1.0]\nboth = [z[0], h]\nL.sums(both, out=z[0])", "PM343"),
    ("def add(a, b):\n    return L.sums([a, b], out=a)\nz = add(L.relu(h), h)", "PM343"),
    ("z = L.reduce_sum(h)\nL.increment(z, 2.0)", "PM333"), ("z = {'a': h * 1.0}\nL.increment(z['a'])", "PM333"),
    ("z = h * 1.0\nL.increment(x=z, in_place=flag)", "PM333"),
])  # fmt: skip
def test_what_is_added_to_in_place_and_trained_through_is_for_a_person(line, code):
    assert [each.code for each in migrated(line, IN_PLACE).left] == [code]


@pytest.mark.parametrize("line", [
    "z = L.sums([h, h])", "z = L.create_tensor('float32')\nL.sums([h, h], out=z)", "L.sums([k, k], out=k)",
    "L.increment(i)", "L.increment(k, 2.0)", "z = L.reduce_sum(h)\nz = L.increment(z, in_place=False)",
    "z = L.cast(L.reduce_sum(h), 'int64')\nL.increment(z)",
])  # fmt: skip
def test_what_is_added_to_otherwise_stays(line):
    assert not [each for each in migrated(line, IN_PLACE).left if "in place" in each.message]
