"""What is taken of a parameter and kept does not follow the steps of an optimizer: 1.8.5 copied."""

from __future__ import annotations

from textwrap import indent

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
out = []


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = fluid.dygraph.Linear(2, 3, param_attr=fluid.initializer.Constant(0.5))
        self.table = self.create_parameter([3, 2], default_initializer=fluid.initializer.Constant(0.25))
        self.last = None

    def forward(self, x):
        turned = L.transpose(self.table, [1, 0])
        self.last = L.reshape(self.table, [-1])
        return self.fc(x) * L.matmul(x, turned)


def step(net):
    loss = L.mean(net(fluid.dygraph.to_variable(np.ones([2, 2], 'float32'))))
    loss.backward()
    opt = fluid.optimizer.SGD(0.5, parameter_list=net.parameters())
    opt.minimize(loss)
    net.clear_gradients()


def show(kept):
    for each in kept:
        out.append(each.numpy().sum())


"""
RUN = "with fluid.dygraph.guard():\n    net = Net()\n{}"
MADE = {
    "detached": "kept = [net.fc.weight.detach(), net.table.detach()]\nstep(net)\nshow(kept)",
    "cast": "def cast(p):\n    return p.astype('float32')\n"
            "kept = [net.table.astype('float32'), *[cast(p) for p in net.parameters()], cast(net.table)]\nstep(net)\n"
            "show(kept)",
    "comprehension": "kept = [p.detach() for p in net.parameters()]\nstep(net)\nshow(kept)",
    "dictionary": "kept = {}\nfor name, p in net.named_parameters():\n    kept[name] = p.detach()\nstep(net)\n"
                  "show([kept[name] for name in sorted(kept)])",
    "function": "def keep(parameters):\n    kept = []\n    for p in parameters:\n        kept.append(p.detach())\n"
                "    return kept\nkept = keep(net.parameters())\nstep(net)\nshow(kept)",
    "class": "class Average(object):\n    def __init__(self, net):\n        self.kept = {}\n        self.net = net\n"
             "    def register(self):\n        for n, p in self.net.named_parameters():\n"
             "            self.kept[n] = p.detach()\n"
             "average = Average(net)\naverage.register()\nstep(net)\n"
             "show([v for k, v in sorted(average.kept.items())])",
    "state": "kept = dict((k, v.detach()) for k, v in net.state_dict().items())\nstep(net)\n"
             "show([kept[k] for k in sorted(kept)])",
    "argument": "def keep(into, p):\n    into.append(p.detach())\nkept = []\nkeep(kept, net.table)\n"
                "keep(p=net.fc.bias, into=kept)\nstep(net)\nshow(kept)",
    "pieces": "kept = [net.table[0], net.fc.weight[0:1], L.reshape(net.table, [-1]), L.transpose(net.table, [1, 0]),\n"
              "        L.unsqueeze(net.table, [0]), L.slice(net.table, [0], [0], [1]), L.split(net.table, 3, 0)[1],\n"
              "        L.unstack(net.table)[2], L.squeeze(L.unsqueeze(net.table, [0]), [0]), L.flatten(net.table)]\n"
              "step(net)\nshow(kept)",
    "names": "w = net.table\nfirst = w[0]\nwhole = L.reshape(x=w, shape=[6])\nstep(net)\nshow([first, whole])",
    "attribute": "step(net)\nkept = net.last\nopt = fluid.optimizer.SGD(0.5, parameter_list=net.parameters())\n"
                 "net.table.set_value(np.ones([3, 2], 'float32'))\nshow([kept])",
    "set": "kept = [net.table.detach(), net.table[1]]\nnet.table.set_value(np.ones([3, 2], 'float32'))\nshow(kept)",
    "restored": "kept = [p.detach() for p in net.parameters()]\nstep(net)\nfor p, old in zip(net.parameters(), kept):\n"
                "    p.set_value(old.numpy())\nstep(net)\nshow(net.parameters())",
    "read at once": "step(net)\nout.append(net.table.detach().numpy().sum())\n"
                    "out.append(float(net.table[0].numpy().sum()))",
    "written": "v = L.ones([4], 'float32')\na = L.reshape(v, [2, 2])\nL.assign(a * 3, a)\nshow([v, a])",
    "base written": "v = L.ones([4], 'float32')\nparts = [L.reshape(v, [2, 2]), v[0:2], L.split(v, 2, 0)[1]]\n"
                    "L.assign(v * 3, output=v)\nshow([v] + parts)",
    "of an array": "a = np.ones([2, 2], 'float32')\nv = fluid.dygraph.to_variable(np.ones([2, 2], 'float32'))\n"
                   "parts = [L.reshape(v, [4]), v[0], L.transpose(v, [1, 0]), L.unstack(v)[1]]\n"
                   "v.set_value(a * 3)\nshow([v] + parts)",
    "whole": "v, w = L.ones([4], 'float32'), L.ones([2, 2], 'float32')\n"
             "parts = [v[:], v[0:], v[::1], v[:9], w[:, :], w[:, 0:1], net.table[:], net.table[0:, :]]\n"
             "L.assign(v * 3, output=v)\nw.set_value(np.zeros([2, 2], 'float32'))\nstep(net)\nshow([v, w] + parts)",
    "written in a function": "def fill(into, value):\n    L.fill_constant([2, 2], 'float32', value, out=into)\n"
                             "v = L.ones([2, 2], 'float32')\nfill(L.transpose(v, [1, 0]), 3.)\n"
                             "a = L.flatten(v, 0)\nfill(v, 4.)\nshow([v, a])",
    "written in a class": "class Counter(object):\n    def __init__(self):\n        self.at = L.zeros([1], 'float32')\n"
                          "        self.shown = L.unsqueeze(self.at, [0])\n    def count(self):\n"
                          "        L.increment(self.at)\n        return self\nc = Counter().count().count()\n"
                          "show([c.at, c.shown])",
    "set in a loop": "v = L.ones([2, 2], 'float32')\nrows = []\nfor i in range(2):\n    rows.append(v[i])\n"
                     "for row in rows:\n    row.set_value(np.zeros(2, 'float32'))\nshow([v] + rows)",
    "held by a list": "ps = net.parameters()\nps[0].set_value(np.ones(ps[0].shape, 'float32'))\n"
                      "first = ps[1]\nfirst.set_value(np.full(first.shape, 3, 'float32'))\nshow(net.parameters())",
    "held by a table": "sd = net.state_dict()\nfor k in sd:\n    sd[k].set_value(np.full(sd[k].shape, 2, 'float32'))\n"
                       "L.assign(np.ones([3, 2], 'float32'), output=sd['table'])\nshow(net.parameters())",
    "held by who knows": "def fill(held, keys):\n    for k in keys:\n"
                         "        held[k].set_value(np.ones(held[k].shape, 'float32'))\n"
                         "x = L.zeros([3, 2], 'float32')\nfill(net.parameters(), range(3))\n"
                         "fill(net.state_dict(), ['table'])\n"
                         "fill(x, [1])\nshow(net.parameters() + [x])",
    "held by objects": "class Bank(object):\n    def __init__(self, **vs):\n        self.vs = vs\n"
                       "    def __getitem__(self, k):\n        return self.vs[k]\n    def put(self, k, v):\n"
                       "        self[k].set_value(v)\n        self.vs[k].set_value(self.vs[k].numpy() * 2)\n"
                       "Bank(t=net.table).put('t', np.ones([3, 2], 'float32'))\n"
                       "held = fluid.dygraph.ParameterList([net.create_parameter([2]) for _ in 'ab'])\n"
                       "for i in range(2):\n    held[i].set_value(np.full(2, i, 'float32'))\n"
                       "lists = [[p] for p in held]\nlists[0][0].set_value(np.full(2, 7, 'float32'))\n"
                       "show([net.table, held[0], held[1]])",
    "parts among what is held": "v = L.ones([2, 2], 'float32')\nrows = [v[0], v[1]]\n"
                                "rows[0].set_value(np.zeros(2, 'float32'))\nv[1].set_value(np.zeros(2, 'float32'))\n"
                                "show([v] + rows)",
    "numbers": "rates = type('Rates', (), {'weight': [0.5, 2.0]})\nfor each in (rates,):\n    first = each.weight[0]\n"
               "net.table.set_value(np.full([3, 2], first, 'float32'))\nshow([net.table])",
    "trained": "for _ in range(3):\n    step(net)\nshow(net.parameters())",
}
PROGRAMS = {name: HEAD + RUN.format(indent(made, "    ")) + "\n" for name, made in MADE.items()}


@pytest.mark.oracle
def test_what_is_kept_stays(trials):
    old = trials.of_1_8("kept_parts", PROGRAMS)
    new, _ = trials.migrated(PROGRAMS)
    assert trials.same(old, trials.of_today(PROGRAMS, compat=True)) == []
    assert trials.same(old, trials.of_today(new, compat=False)) == []


NOTHING_DROPPED = {
    "dygraph": HEAD + RUN.format(indent(
        "v, d = L.ones([2, 2], 'float32'), fluid.dygraph.Dropout(0.5, dropout_implementation='upscale_in_train')\n"
        "d.eval()\nparts = [L.dropout(v, 0.), L.dropout(x=v, dropout_prob=0.), fluid.dygraph.Dropout(0.)(v), d(v)]\n"
        "v.set_value(np.zeros([2, 2], 'float32'))\nshow([v] + parts)", "    ")) + "\n",
    "program": "import numpy as np\nimport paddle.fluid as fluid\nL = fluid.layers\nx = fluid.data('x', [2, 3])\n"
               "x.stop_gradient = False\nh, out = L.fc(x, 2, param_attr=fluid.initializer.Constant(0.5)), []\n"
               "y = L.dropout(h, 0.)\ny.stop_gradient = True\n"
               "z = L.dropout(h, 0.5, is_test=True, dropout_implementation='upscale_in_train')\n"
               "z.stop_gradient = True\nfound = fluid.gradients(L.mean(h * h + y + z), [x])\n"
               "exe = fluid.Executor(fluid.CPUPlace())\nexe.run(fluid.default_startup_program())\n"
               "out += exe.run(feed={'x': np.ones([2, 3], 'float32')}, fetch_list=found)[0].ravel().tolist()\n",
}


@pytest.mark.oracle
def test_what_drops_nothing_is_another_tensor(trials):
    old = trials.of_1_8("nothing_dropped", NOTHING_DROPPED)
    assert trials.same(old, trials.of_today(NOTHING_DROPPED, compat=True)) == []


OTHER = (
    "def keep(parameters):\n    return [p.detach() for p in parameters]\n\n\n"
    "def of(net):\n    return net.table[0]\n"
)


def test_in_another_file(run_both_ways):
    made = "kept = keeping.keep(net.parameters()) + [keeping.of(net)]\nstep(net)\nshow(kept)\nprint(np.round(out, 4))"
    main = f"import keeping\n{HEAD}{RUN.format(indent(made, '    '))}\n"
    old, new = run_both_ways({"files": {"main.py": main, "keeping.py": OTHER}})
    assert not any("Error" in line for line in old["files"])
    assert new == old


def test_a_method_of_ones_own_that_is_called_detach(run_both_ways):
    """Whose result may be a tensor, or not."""
    own = "class State(object):\n    def __init__(self, value):\n        self.value = value\n" \
        "    def detach(self):\n        self.value = self.value.detach()\n        return self\n" \
        "def kept(things):\n    return [each.detach() for each in things]\n"
    made = "one, two = kept([net.table, State(net.fc.weight)])\nstep(net)\nshow([one])\n" \
        "print(np.round(out, 4), type(two).__name__)"
    main = f"{HEAD}{own}{RUN.format(indent(made, '    '))}\n"
    old, new = run_both_ways({"own": {"main.py": main}})
    assert old["own"][0].endswith("State")
    assert new == old


@pytest.mark.parametrize("line", ["y = net(x).detach()", "y = L.relu(x).detach()", "y = (x * 2).detach()",
                                  "print(net.table.detach().numpy())", "print(net.table[0])", "y = net.table[0] * 2",
                                  "y = L.matmul(x, L.transpose(net.table, [1, 0]))", "y = net.parameters()[0]",
                                  "a, b = net(x), 1\ny = a.detach()", "y = L.reshape(x, [-1])", "y = x[0]",
                                  "y = L.reshape(x, [-1])\nL.assign(y)",
                                  "y = L.reshape(x, [-1])\nz = L.zeros([4], 'float32')\nL.assign(y, z)",
                                  "L.assign(x * 2, x)\ny = x[0] * 2\nprint(x[0].numpy())"])
def test_what_is_no_parameters_or_not_kept_stays(line):
    head = HEAD + "net = Net()\nx = fluid.dygraph.to_variable(np.ones([2, 2], 'float32'))\n"
    assert ".clone()" not in migrate_source(f"{head}{line}\n").text.rpartition("net = Net()")[2]


@pytest.mark.parametrize("line", [
    "ps = net.parameters()\nps[0].set_value(x)", "net.state_dict()['table'].set_value(x)", "d['k'].set_value(x)",
    "d = dict(net.named_parameters())\nfor k in d:\n    d[k].set_value(x)", "d = [net.table]\nd[0].set_value(x)",
    "d = {(0, i): p for i, p in enumerate(net.parameters())}\nfor i, j in d:\n    d[i, j].set_value(x)",
    "d = {k: v for k, v in net.named_parameters()}\nfirst = d[name]\nfirst.set_value(x)",
])  # fmt: skip
def test_what_a_container_holds_is_written_into_itself(line):
    text = migrate_source(f"{HEAD}net = Net()\n{line}\n").text.rpartition("net = Net()")[2]
    assert text == f"\n{line}\n"


def test_what_may_be_held_is_asked_of_when_it_runs():
    text = migrate_source(f"{HEAD}def fill(held, k, v):\n    held[k].set_value(v)\n    held[k] = v\n").text
    assert "    part_of(held, k).set_value(v)\n    held[k] = v\n" in text
    assert migrate_source(text).text == text
    text = migrate_source(f"{HEAD}def fill(held, i, j, v):\n"
                          "    held[i, j].set_value(v)\n    held[i, :].set_value(v)\n").text
    assert "    part_of(held, (i, j)).set_value(v)\n    held[i, :].clone().set_value(v)\n" in text


def test_what_forward_computes_with_stays():
    text = migrate_source(HEAD).text
    assert "turned = paddle.transpose(self.table, [1, 0])" in text
    assert "self.last = paddle.reshape(self.table.clone(), [-1])" in text


def test_programs_stay():
    text = "import paddle.fluid as fluid\nx = fluid.data('x', [2, 3])\n"
    text += "w = fluid.layers.create_parameter([3, 2], 'float32')\n"
    assert ".clone()" not in migrate_source(f"{text}kept = [w[0], fluid.layers.reshape(w, [-1])]\n").text
