"""Programs that are built in loops, by objects, by names and by values become a loop, with the same numbers; where what
is built is not known, they stay."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from functools import partial
import contextlib

R = np.random.RandomState(3)
A = R.rand(12, 4).astype("float32")
B = A.sum(1, keepdims=True)


def at(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


"""
TAIL = """\
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for step in range(4):
    values = exe.run(feed={"x": A, "y": B}, fetch_list=FETCHED)
    print(step, ["%.5f" % np.asarray(each).mean() for each in values])
"""
DATA = """\
x = fluid.data("x", [None, 4])
y = fluid.data("y", [None, 1])
"""
LOSS = """\
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
"""
TRAIN = "fluid.optimizer.SGD(0.05).minimize(loss)\n"
PLAIN = LOSS + TRAIN + TAIL.replace("FETCHED", "[loss]")


def _of(body: str, fetched: str = "[loss]", train: str = TRAIN, loss: str = LOSS) -> str:
    return HEAD + DATA + body + loss + train + TAIL.replace("FETCHED", fetched)


DRAWN = """\
def drawn(*shape):
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(R.rand(*shape).astype("float32")))


def net(v, depth):
    for _ in range(depth):
        v = fluid.layers.fc(v, 4, param_attr=drawn(4, 4), act="sigmoid")
    return fluid.layers.fc(v, 1, param_attr=drawn(4, 1))


out = net(x, 2)
"""

CLOSURE = """\
def build():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    found = fluid.layers.fc(x, 1, param_attr=at(0.2))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(found, y))
    # the loss, and what it is made of
    return KIND


def train():
    outs = build()
    fluid.optimizer.SGD(0.05).minimize(outs[0])
    exe = fluid.Executor(fluid.CPUPlace())

    def step():
        values = exe.run(feed={"x": A, "y": B}, fetch_list=outs)
        return values[: len(outs)]

    def loop():
        exe.run(fluid.default_startup_program())
        for number in range(3):
            print(number, ["%.5f" % np.asarray(each).mean() for each in step()])

    loop()


train()
"""

COMES_OUT = {
    "chosen_by_the_environment": HEAD.replace("import contextlib", "import os") + DATA + """\
def net(v):
    return fluid.layers.fc(v, 2 if os.environ.get("WIDE") else 1, param_attr=at(0.1))


def wide(v):
    if os.environ.get("WIDE"):
        return fluid.layers.fc(net(v), 1)
    return net(v)


out = [wide][0](x)
""" + PLAIN,
    "list_that_functions_read": HEAD + CLOSURE.replace("KIND", "[loss, found]"),
    "sum_of_what_a_dictionary_holds": _of("""\
parts = {}
for number, size in enumerate([3, 2]):
    held = fluid.layers.fc(x, size, param_attr=at(0.1 * (number + 1)))
    parts["part%d" % number] = fluid.layers.reduce_mean(held, dim=1, keep_dim=True)
out = sum(parts.values()) + sum(v for _, v in sorted(parts.items()))
"""),
    "loop_over_sizes": _of("""\
out = x
for number, size in enumerate([6, 5]):
    out = fluid.layers.fc(out, size, act="tanh", param_attr=at(0.1 * (number + 1)))
out = fluid.layers.fc(out, 1, param_attr=at(0.3))
"""),
    "old_values_are_kept": _of("""\
out = fluid.layers.fc(x, 3, param_attr=at(0.1))
first = out
kept = [out]
out = fluid.layers.fc(out, 1, param_attr=at(0.2))
kept.append(out)
""", "[loss, first] + kept"),
    "lists_under_two_names": _of("""\
found = []
other = found


def add(value, into=other):
    into.append(value)
    return value


out = add(fluid.layers.fc(add(x), 1, param_attr=at(0.2)))
""", "[loss] + found[1:]"),
    "late_closures": _of("""\
makers = [lambda v: fluid.layers.fc(v, size, param_attr=at(0.1)) for size in (5, 3)]
size = 2
others = [(lambda v, s=size: fluid.layers.fc(v, s, param_attr=at(0.1))) for size in (5, 3)]
out = x
for make in makers + others:
    out = make(out)
out = fluid.layers.fc(out, 1, param_attr=at(0.2))
""", "[loss, out]"),
    "counting_object": _of("""\
class Net(object):
    made = 0

    def __init__(self, act):
        self.act, self.number = act, 0

    def name(self):
        self.number += 1
        Net.total = self.number
        return "net_%d" % self.number

    def fc(self, v, size):
        attr = fluid.ParamAttr(name=self.name() + "_w", initializer=fluid.initializer.Constant(0.1 * self.number))
        return fluid.layers.fc(v, size, act=self.act, param_attr=attr)


class Deep(Net):
    def __init__(self, act, sizes):
        super(Deep, self).__init__(act)
        self.sizes = sizes

    def __call__(self, v):
        for size in self.sizes:
            v = self.fc(v, size)
        self.act = None
        return self.fc(v, 1)


out = Deep("relu", [4, 3])(x)
""").replace("        Net.total = self.number\n", ""),
    "drawn_in_order": _of(DRAWN),
    "partial_and_stars": _of("""\
fc = partial(fluid.layers.fc, act="tanh", **{"bias_attr": False})
layers = [("stars_a", dict(size=5)), ("stars_b", {"size": 2})]
out = x
for name, words in layers:
    out = fc(out, param_attr=fluid.ParamAttr(name=name, initializer=fluid.initializer.Constant(.2)), **words)
out = fluid.layers.fc(*(out, 1), **{"param_attr": at(0.3)})
"""),
    "by_name": _of("""\
CONFIG = {"act": "relu", "net": "deep", "opt": "Momentum", "more": {"momentum": 0.9}}


def deep(v):
    return fluid.layers.fc(getattr(fluid.layers, CONFIG["act"])(fluid.layers.fc(v, 3, param_attr=at(.1))), 1,
                           param_attr=at(.2))


def wide(v):
    return fluid.layers.fc(v, 1, param_attr=at(.1))


NETS = {each.__name__: each for each in (deep, wide)}
out = NETS[CONFIG["net"]](x)
""", train="getattr(fluid.optimizer, CONFIG['opt'])(0.01, **CONFIG['more']).minimize(loss)\n"),
    "branches_and_breaks": _of("""\
def net(v, depth, with_bias=None, skip=()):
    number = 0
    while True:
        number += 1
        if number > depth:
            break
        if number in skip:
            continue
        more = {} if with_bias else {"bias_attr": False}
        v = fluid.layers.fc(v, 4, param_attr=at(0.1 * number), **more)
    else:
        v = None
    return v if v is not x else None


out = fluid.layers.fc(net(x, 3, skip=[2]), 1, param_attr=at(0.1))
"""),
    "under_own_guards": (HEAD + """\
@contextlib.contextmanager
def building(program, startup):
    with fluid.program_guard(program, startup):
        with fluid.unique_name.guard():
            yield program


main, startup = fluid.Program(), fluid.Program()
with building(main, startup):
    """ + DATA.replace("\n", "\n    ") + """\
outs = {"hidden": fluid.layers.fc(x, 3, act="relu", param_attr=at(0.1))}
    outs["out"] = fluid.layers.fc(outs["hidden"], 1, param_attr=at(0.2))
    out = outs["out"]
    """ + LOSS.replace("\n", "\n    ") + """\
outs["loss"] = loss
    """ + TRAIN + TAIL.replace("exe.run(feed", "exe.run(main, feed").replace(
        "fluid.default_startup_program()", "startup").replace("FETCHED", "[outs[name] for name in sorted(outs)]")),
    "fetched_rate": _of("""\
out = fluid.layers.fc(x, 1, param_attr=at(0.1))
rates = [fluid.layers.exponential_decay(0.1, 2, 0.5, staircase=True)]
""", "[loss] + rates", "optimizer = fluid.optimizer.SGD(rates[0])\noptimizer.minimize(loss)\n"),
    "pairs": _of("""\
out = fluid.layers.fc(x, 1, param_attr=at(0.1))
optimizer = fluid.optimizer.SGD(0.1)
""", train="""\
pairs = optimizer.backward(loss)
pairs = [(p, g) for p, g in pairs]
optimizer.apply_gradients(pairs)
"""),
    "parameter_and_table": _of("""\
weight = fluid.layers.create_parameter([4, 3], "float32", name="only_w",
                                       default_initializer=fluid.initializer.Constant(.1))
bias = fluid.layers.create_parameter([3], "float32", attr=fluid.ParamAttr(name="only_b"), is_bias=True)
hidden = fluid.layers.elementwise_add(fluid.layers.matmul(x, weight), bias)
ids = fluid.layers.cast(fluid.layers.scale(y, 0.5), "int64")
table = fluid.layers.embedding(ids, [3, 3], padding_idx=0, param_attr=fluid.ParamAttr(
    name="table", initializer=fluid.initializer.Constant(.3)))
tied = fluid.layers.matmul(hidden, fluid.default_main_program().global_block().var("table"), transpose_y=True)
out = fluid.layers.reduce_sum(tied + table, dim=1, keep_dim=True)
"""),
    "one_after_the_other": _of("""\
out = fluid.layers.fc(x, 1, param_attr=at(0.1))
""") + """\
second, begin = fluid.Program(), fluid.Program()
with fluid.program_guard(second, begin):
    x, y = fluid.data("x", [None, 4]), fluid.data("y", [None, 1])
    out = fluid.layers.fc(x, 2, param_attr=at(0.2))
    loss = fluid.layers.mean(fluid.layers.square(fluid.layers.reduce_sum(out, 1, keep_dim=True) - y))
    fluid.optimizer.SGD(0.02).minimize(loss)
exe.run(begin)
for step in range(3):
    print("%.5f" % exe.run(second, feed={"x": A, "y": B}, fetch_list=[loss])[0][0])
""",
    "kept_statistics": (HEAD + """\
def net(v, is_test):
    v = fluid.layers.batch_norm(fluid.layers.fc(v, 3, param_attr=at(.1)), is_test=is_test)
    return fluid.layers.fc(v, 1, param_attr=at(.2))


def build(program, startup, is_test):
    with fluid.program_guard(program, startup):
        x, y = fluid.data("x", [None, 4]), fluid.data("y", [None, 1])
        loss = fluid.layers.mean(fluid.layers.square_error_cost(net(x, is_test), y))
        if not is_test:
            fluid.optimizer.SGD(0.05).minimize(loss)
        return loss


main, startup, other = fluid.Program(), fluid.Program(), fluid.Program()
loss, told = build(main, startup, False), build(other, startup, True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
for step in range(3):
    value, = exe.run(main, feed={"x": A, "y": B}, fetch_list=[loss])
    print(step, "%.5f" % value[0])
    value, = exe.run(other, feed={"x": A, "y": B}, fetch_list=[told])
    print(step, "%.5f" % value[0])
"""),
    "in_any_order": _of("""\
out = x
for size in {"three", "two"}:
    out = fluid.layers.fc(out, len(size) // len(size) * 3, param_attr=at(0.1))
out = fluid.layers.fc(out, 1, param_attr=at(0.1))
"""),
    "functions_in_functions": HEAD + """\
def optimizer(rate):
    rate = rate / 2
    return fluid.optimizer.SGD(rate)


def net(v):
    outs = [fluid.layers.fc(v, size, param_attr=at(0.1)) for size in (3, 1)]
    return outs[1], outs[0]


def fit(rate=0.1):
    x, y = fluid.data("x", [None, 4]), fluid.data("y", [None, 1])
    out, hidden = net(x)
    cost = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    optimizer(rate).minimize(cost)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())

    def step(a, b):
        found = exe.run(feed={"x": a, "y": b}, fetch_list=[cost, hidden])
        return found

    for number in range(3):
        print(number, ["%.5f" % each.mean() for each in step(A, B)])


fit()
""",
    "in_a_function": HEAD + """\
def fit(steps=3, sizes=(5, 2), rate=0.05):
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    values = [x]
    for size in sizes:
        values.append(fluid.layers.fc(values[-1], size, param_attr=at(0.1), act="relu"))
    out = fluid.layers.fc(values[-1], 1, param_attr=at(0.3))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    fluid.optimizer.SGD(rate).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(steps):
        found = exe.run(feed={"x": A, "y": B}, fetch_list=[loss] + values[1:])
        print(step, ["%.5f" % each.mean() for each in found])


fit()
""",
    "as_many_as_are_read": HEAD + DATA + """\
out = x
for size in open("sizes.txt") if len(A) > 99 else R.randint(1, 4, 2).tolist():
    out = fluid.layers.fc(out, size, param_attr=at(0.1))
out = fluid.layers.fc(out, 1, param_attr=at(0.1))
""" + PLAIN,
    "kept_object_is_read": HEAD + DATA + """\
class Net(object):
    def build(self, v):
        self.sizes = [4, 1]
        for size in self.sizes:
            v = fluid.layers.fc(v, size, param_attr=at(0.1))
        return v

    def told(self):
        return self.sizes


net = Net()
out = net.build(x)
""" + PLAIN.replace("print(step", "print(net.told(), step"),
    "rate_that_a_method_makes": HEAD + """\
class Trainer(object):
    def __init__(self, base, steps):
        self.base, self.steps = base, steps

    def rate(self):
        bounds = [self.steps * each for each in (1, 3)]
        decay = fluid.layers.piecewise_decay(bounds, [self.base * 0.1 ** i for i in range(len(bounds) + 1)])
        return fluid.layers.linear_lr_warmup(decay, warmup_steps=2, start_lr=0.001, end_lr=self.base)

    def build(self):
        x, y = fluid.data("x", [None, 4]), fluid.data("y", [None, 1])
        out = fluid.layers.fc(x, 1, param_attr=at(0.3))
        loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
        optimizer = fluid.optimizer.Adam(learning_rate=self.rate())
        optimizer.minimize(loss)
        return {"loss": loss, "rate": optimizer._global_learning_rate()}


outs = Trainer(0.05, 2).build()
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for step in range(6):
    got = exe.run(feed={"x": A, "y": B}, fetch_list=[outs["rate"].name, outs["loss"].name])
    print(" ".join("%.5f" % np.mean(each) for each in got))
""",
}
ALONE = {"a_size_that_is_found": _of("""\
size = len(open(__file__).read().split("SIZE"))
wide = fluid.data("wide", [None, size])


def net(v):
    return fluid.layers.fc(v, 1 if v.shape[1] < 2 else 2, param_attr=at(1.0 / v.shape[1]))


out = fluid.layers.fc([net][0](fluid.layers.concat([x, wide], 1)), 1, param_attr=at(0.1))
""").replace('feed={"x"', 'feed={"wide": A[:, :size], "x"')}  # it feeds what others do not
_OUT = "out = fluid.layers.fc(x, 1, param_attr=at(0.1))\n"
_CHOSEN = """\
MODES = {"a": 3, "b": 2}
options = argparse.ArgumentParser().parse_args([])
options.mode = "b"


def net(v, size):
    CHOICE
    return fluid.layers.fc(v, size, param_attr=at(0.1))


out = fluid.layers.fc([net][0](x, 1), 1, param_attr=at(0.2))
"""


def _chosen(choice: str) -> str:
    return HEAD.replace("import contextlib", "import argparse\nimport sys") + DATA + _CHOSEN.replace(
        "CHOICE", choice) + PLAIN


OBJECTS = """\
class Phase(enum.Enum):
    TRAIN = 0


class Base(object):
    scale = 0.1

    def net(self, v):
        return fluid.layers.fc(v, 3, param_attr=at(self.scale))


class Plain(Base):
    pass


class Own(Base):
    scale = 0.4

    def net(self, v):
        return super(Own, self).net(fluid.layers.tanh(v))


class Both(Plain, Own):
    pass


def doubled(cls):
    cls.scale = cls.scale * 2
    return cls


@doubled
class Decorated(Base):
    scale = 0.3


class Many(object):
    def __init__(self, sizes):
        self.sizes = sizes

    def __len__(self):
        return len(self.sizes)

    def __eq__(self, other):
        return self.sizes == other.sizes


def turns(v):
    for size in (2, 3):
        yield fluid.layers.fc(v, size, param_attr=drawn(4, size))


def net(v, given):
    DONE
    return fluid.layers.fc(v, 1, param_attr=at(0.2))


out = [net][0](x, GIVEN)
"""


def _objects(done: str, given: str = "None") -> str:
    return HEAD.replace("import contextlib", "import enum") + DATA + DRAWN.partition("def net")[0] + OBJECTS.replace(
        "DONE", done).replace("GIVEN", given) + PLAIN


COMES_OUT["of_two_bases"] = _objects("v = Both().net(v)")
COMES_OUT["number_of_a_decorated_class"] = _objects("v = fluid.layers.scale(v, Decorated.scale)")
COMES_OUT["of_an_enumeration"] = _objects(
    "v = fluid.layers.scale(v, 2.0 if given == Phase.TRAIN else 3.0)", "Phase.TRAIN")
COMES_OUT["enumeration_that_is_true"] = _objects(
    "if given:\n        v = fluid.layers.scale(v, 2.0)", "Phase.TRAIN")
_SCALED = "v = fluid.layers.scale(v, 2.0 if {} else 3.0)"
_BY_TURNS = "fluid.layers.fc(each, 2, param_attr=drawn(each.shape[1], 2)) for each in turns(v)"
STAYS = {
    "decorated_class": _objects("v = Decorated().net(v)"),
    "long_object": _objects(_SCALED.format("given or v is None"), "Many([])"),
    "equal_objects": _objects(_SCALED.format("given == Many([])"), "Many([])"),
    "by_turns": _objects(f"v = fluid.layers.concat([{_BY_TURNS}], 1)"),
    "kind_of_an_enumeration": _objects(
        "if isinstance(given, int):\n        v = fluid.layers.scale(v, 2.0)", "Phase.TRAIN"),
    **{f"chosen_{number}": _chosen(choice) for number, choice in enumerate((
        "size += 2 if sys.gettrace() is None else 1",
        "size += 2 if sys.byteorder in ('little', 'small') else 1",
        "size += 2 if isinstance(sys.maxsize, int) else 1",
        "size += 2 if not sys.flags.optimize else 1",
        "size += MODES.get(options.mode, 5)",
        "size += ['a', options.mode].count('b')",
        "size += 2 if [options.mode] == ['b'] else 1",
        "size += len({options.mode, 'b'})",
        "size += len(dict([(options.mode, 1), ('b', 2)]))",
        "size += len('%s' % (sys.byteorder,))",
    ))},
    "a_padded_table_is_read": _of("""\
ids = fluid.layers.cast(fluid.layers.scale(y, 0.5), "int64")
table = fluid.layers.embedding(ids, [3, 4], padding_idx=0, param_attr=fluid.ParamAttr(
    name="padded", initializer=fluid.initializer.Constant(.3)))
out = fluid.layers.fc(x + table, 1, param_attr=at(0.1))
""") + "print(np.array(fluid.global_scope().find_var('padded').get_tensor()).sum().round(4))\n",
    "what_variables_say": _of("""\
def net(v, names):
    if v.name in names or not v.stop_gradient or v.persistable:
        return fluid.layers.fc(v, 2, param_attr=at(0.4))
    return fluid.layers.fc(v, 1, param_attr=at(0.1) if v.name == "x" else at(0.2))


out = [net][0](x, ["y"])
"""),
    "counted_by_functions": _of("""\
count = 0


def net(v):
    global count
    count += 1
    return fluid.layers.fc(v, 1, param_attr=at(0.1 * count))


def told():
    global count
    count += 1
    return count


out = net(x) + net(x)
""").replace("print(step", "print(told(), step"),
    "drawn_between": _of(DRAWN + 'print("%.5f" % R.rand())\n'),
    "tried": HEAD + DATA + """\
def net(v):
    try:
        return fluid.layers.fc(v, 1, param_attr=at(0.1))
    except ValueError:
        return v


out = [net][0](x)
""" + PLAIN,
    "everything_imported": HEAD.replace("import contextlib", "from math import *") + DATA + """\
nets = {"a": lambda v: fluid.layers.fc(v, int(sqrt(1.0)), param_attr=at(0.1))}
out = nets["a"](x)
""" + PLAIN,
    "decorated": HEAD + DATA + """\
def twice(function):
    return lambda v: function(function(v))


@twice
def net(v):
    return fluid.layers.fc(v, 4, param_attr=at(0.1))


out = fluid.layers.fc(net(x), 1, param_attr=at(0.1))
""" + PLAIN,
    "changed_while_it_trains": HEAD + DATA + "kept = {}\n" + _OUT.replace("out =", "kept['out'] = out =") + LOSS + (
        TRAIN + TAIL.replace("FETCHED", "[loss, *kept.values()]").replace(
            "    print", "    kept[step] = loss\n    print")),
}


CALLER = """\
def caller():
    return "%s_%s_%d" % (inspect.stack()[2][3], inspect.stack()[1][3], inspect.stack()[2][2])


def fc(v, size, name=None):
    name = name or caller()
    return fluid.layers.fc(v, size, bias_attr=name + ".b", param_attr=fluid.ParamAttr(
        name=name + ".w", initializer=fluid.initializer.Constant(0.1)))


def tower(v):
    v = fc(v, 3)
    both = [fc(v, size) for size in (3, 3)]
    return fc(fluid.layers.sums(both), 1)


out = fluid.layers.tanh(tower(x)) + (lambda v: fc(v, 1))(x) + fc(x, 1)
out = out + [tower][0](x)
"""
COMES_OUT["chosen_where_it_is_made"] = _chosen(
    "size += (2 if sys.flags.optimize else 1) + (3 if sys.byteorder == 'no' else 0)")
COMES_OUT["functions_of_a_library"] = _of("""\
act = fluid.layers.tanh


def net(v, act):
    for one in (act, None):
        v = fluid.layers.fc(v, 3 if one is fluid.layers.tanh else 2, param_attr=at(0.1))
        v = one(v) if one in [fluid.layers.relu, fluid.layers.tanh] else v
        v = fluid.layers.scale(v, 2.0 if one == fluid.layers.tanh else 3.0)
    return fluid.layers.fc(v, 1, param_attr=at(0.1) if one is None else at(0.2))


out = [net][0](x, act)
""")
COMES_OUT["named_by_callers"] = _of(CALLER).replace("import contextlib", "import inspect")


# what decorators fill is not known, and what is called by its text may be given anything
TRAINS = """\
def train({given}):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start):
        x = fluid.data("x", [None, 4])
        y = fluid.data("y", [None, 1])
        out = {made}
        loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
        fluid.optimizer.SGD(0.05).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(start)
    for step in range(4):
        value, = exe.run(main, feed={{"x": A, "y": B}}, fetch_list=[loss])
        print({given}, step, "%.5f" % value[0])


"""
FILLED = """\
MODELS = {{}}


{begin}
class Plain({base}):
    def net(self, v):
        return fluid.layers.fc(v, 1, param_attr=at(0.2), bias_attr=at(0.0))


{again}class Wide(Plain):
    def net(self, v):
        return super(Wide, self).net(fluid.layers.fc(v, 3, act="tanh", param_attr=at(0.3), bias_attr=at(0.0)))


""" + TRAINS.format(given="name", made="MODELS[name]().net(x)").replace("{", "{{").replace("}", "}}") + """\
def place(kind):
    return {{"train": train}}[kind]


for each in sorted(MODELS):
    place("train")(each)
"""
REGISTER = """\
def register(name, **words):
    def made(cls):
        MODELS[name] = partial(cls, **words)
        return cls
    return made


@register("plain")"""
PLAINLY = """\
def register(cls):
    MODELS[cls.__name__] = cls
    return cls


@register"""
META = """\
class Meta(type):
    def __init__(cls, name, bases, space):
        super(Meta, cls).__init__(name, bases, space)
        if bases != (object,):
            MODELS[name] = cls


class Base(object, metaclass=Meta):
    pass


"""
HEIRS = """\
class Base(object):
    def __init_subclass__(cls, **words):
        MODELS[cls.__name__] = cls


"""
STAYS["filled_by_a_decorator"] = HEAD + FILLED.format(begin=REGISTER, base="object", again='@register("wide")\n')
STAYS["filled_by_a_plain_decorator"] = HEAD + FILLED.format(begin=PLAINLY, base="object", again="@register\n")
STAYS["filled_by_a_metaclass"] = HEAD + FILLED.format(begin=META, base="Base", again="")
STAYS["filled_by_its_own_metaclass"] = HEAD + FILLED.format(
    begin=META[: META.index("class Base")].replace("        if bases != (object,):\n    ", ""),
    base="object, metaclass=Meta", again="")
STAYS["filled_by_a_base"] = HEAD + FILLED.format(begin=HEIRS, base="Base", again="")
STAYS["called_by_text"] = HEAD + TRAINS.format(given="wide", made="net(x, wide)").replace("def train", """\
def net(v, wide):
    for make in [partial(fluid.layers.fc, size=3, act="tanh", param_attr=at(0.3), bias_attr=at(0.0))] * (1 + wide):
        v = make(v)
    return fluid.layers.fc(v, 1, param_attr=at(0.2), bias_attr=at(0.0))


def train""") + """\
train(False)
globals()["train"](True)
"""


ALONE["readers_of_two_programs"] = """\
import numpy as np
import paddle
import paddle.fluid as fluid


def samples():
    rng = np.random.RandomState(0)
    for _ in range(12):
        yield rng.rand(4).astype("float32"), rng.rand(1).astype("float32")


def build(is_train, program, startup):
    with fluid.program_guard(program, startup):
        name = "train" if is_train else "test"
        loader = fluid.layers.py_reader(8, [[-1, 4], [-1, 1]], ["float32", "float32"], name=name)
        with fluid.unique_name.guard():
            x, y = fluid.layers.read_file(loader)
            start = fluid.initializer.Constant(0.3)
            out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr("w", start), bias_attr=fluid.ParamAttr("b"))
            loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
            if is_train:
                optimizer = fluid.optimizer.SGD(fluid.layers.piecewise_decay([2], [0.5, 0.05]))
                optimizer.minimize(loss)
                return loader, loss, optimizer._global_learning_rate()
    return loader, loss


def main():
    train_prog, test_prog, startup = fluid.Program(), fluid.Program(), fluid.Program()
    train_reader, train_loss, lr = build(True, train_prog, startup)
    test_reader, test_loss = build(False, test_prog, startup)
    test_prog = test_prog.clone(for_test=True)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    train_reader.decorate_paddle_reader(fluid.io.batch(samples, 4))
    test_reader.decorate_paddle_reader(fluid.io.batch(samples, 6))
    for epoch in range(2):
        train_reader.start()
        try:
            while True:
                value, rate = exe.run(train_prog, fetch_list=[train_loss.name, lr.name])
                print("%.5f %.3f" % (value[0], rate[0]))
        except fluid.core.EOFException:
            train_reader.reset()
        test_reader.start()
        try:
            while True:
                value, = exe.run(test_prog, fetch_list=[test_loss.name])
                print("%.5f" % value[0])
        except fluid.core.EOFException:
            test_reader.reset()


main()
"""


def _check_same(run_both_ways, scripts):
    old, new = run_both_ways({name: {"main.py": text} for name, text in scripts.items()}, Options(dygraph=True))
    for name in scripts:
        assert new[name] == old[name], name
        assert len(old[name]) > 2, old[name]
        assert "Error" not in old[name][-1], old[name]


def test_same_numbers(run_both_ways):
    _check_same(run_both_ways, COMES_OUT)


@pytest.mark.parametrize("name", [*STAYS, *ALONE])
def test_same_numbers_of_what_stays(run_both_ways, name):
    """Each in a process of its own: all are of the default program."""
    _check_same(run_both_ways, {name: (STAYS | ALONE)[name]})


NETS = """\
import numpy
import paddle.fluid.layers as L
from paddle.fluid import ParamAttr, initializer as I
from sizes import SIZES, last

ACT = "tanh"


def even(*shape):
    return I.NumpyArrayInitializer(numpy.ones(shape, "float32") * 0.1)


class Tower(object):
    def __init__(self, name, act=ACT):
        self.name, self.act = name, act

    def net(self, v):
        for number, size in enumerate(SIZES):
            attr = ParamAttr(name="%s_%d" % (self.name, number), initializer=even(v.shape[1], size))
            v = L.fc(v, size, act=self.act, param_attr=attr)
        return last(v)


TOWERS = {"first": Tower("first"), "second": Tower("second", "relu")}
"""
SIZES = """\
import paddle.fluid as fluid

SIZES = [3, 2]


def last(v):
    return fluid.layers.fc(v, 1, param_attr=fluid.initializer.Constant(0.4))
"""
IN_FILES = HEAD + """\
from sizes import last
from nets import TOWERS


""" + DATA + """\
outs = [TOWERS[name].net(x) for name in sorted(TOWERS)]
out = sum(outs) + last(x)
""" + LOSS + TRAIN + TAIL.replace("FETCHED", "[loss] + outs")


def test_networks_of_other_files(run_both_ways):
    files = {"main.py": IN_FILES, "nets.py": NETS, "sizes.py": SIZES}
    old, new = run_both_ways({"files": files}, Options(dygraph=True))
    assert new == old
    assert len(old["files"]) == 4


WIDE = """\
import os
import paddle.fluid as fluid

SIZE = 3
ACTS = ["tanh"]
SOME = {"rate": 0.1}


def set_size(size):
    GLOBAL
    return fluid.initializer.Constant(SOME["rate"])


class Net(object):
    def net(self, v):
        for number, act in enumerate(ACTS):
            v = fluid.layers.fc(v, SIZE + number, act=act, param_attr=set_size(4))
        return v


BEHIND
"""
CHANGES = {
    "in_a_choice": ("if 'NO_SUCH' not in os.environ:\n    SIZE = 5", ""),
    "by_a_value": ("SIZE = len(os.path.join('a', 'b'))", ""),
    "by_a_loop": ("for each in os.path.join('a', 'b'):\n    SIZE += 1", ""),
    "by_a_list": ("ACTS.append(os.environ.get('NO_SUCH', 'relu'))", ""),
    "by_a_known_list": ("ACTS.append('relu')\nSOME['rate'] = 0.3", ""),
    "by_a_function": ("os.environ.get('NO_SUCH') or SOME.update(rate=0.2)", ""),
    "from_outside": ("", "wide.SIZE = 6\n"),
    "by_its_name": ("", "setattr(wide, 'SIZE', 6)\n"),
    "of_a_dictionary": ("", "vars(wide)['SIZE'] = 6\n"),
    "by_a_global": ("", "wide.set_size(5)\n"),
    "a_function": ("", "wide.set_size = lambda size: fluid.initializer.Constant(0.4)\n"),
}
IN_WIDE = HEAD + "import wide\nfrom wide import Net\nHERE" + DATA + (
    "out = fluid.layers.fc(Net().net(x), 1, param_attr=at(0.2))\n") + PLAIN


def _changed(name):
    behind, here = CHANGES[name]
    first = "global SIZE\n    SIZE += size" if name == "by_a_global" else "pass"
    return {"main.py": IN_WIDE.replace("HERE", here),
            "wide.py": WIDE.replace("GLOBAL", first).replace("BEHIND", behind)}


@pytest.mark.parametrize("name", CHANGES)
def test_what_another_file_finds_out(run_both_ways, name):
    old, new = run_both_ways({name: _changed(name)}, Options(dygraph=True))
    assert new == old
    assert len(old[name]) == 4, old[name]


@pytest.mark.parametrize("name", ["in_a_choice", "by_a_value", "from_outside"])
def test_a_size_that_is_asked_where_it_is_found_out(tmp_path, name):
    for file, text in _changed(name).items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    project = Project(tmp_path.glob("*.py"), [tmp_path])
    text = (tmp_path / "main.py").read_text(encoding="utf-8")
    new = migrate_source(text, str(tmp_path / "main.py"), Options(dygraph=True), project).text
    assert "wide.SIZE" in new.partition("class ")[2]
    assert "loss.backward()" in new


NET = """\
import paddle.fluid as fluid

def net(v):
    for size in (WIDTH, 1):
        v = fluid.layers.fc(v, size)
    return v
"""


@pytest.mark.parametrize("other", ["", "__init__.py"])
def test_a_script_asks_its_own_folder_first(tmp_path, other):
    text = HEAD + "from net import net\n" + DATA + "out = [net][0](x)\n" + PLAIN
    files = {"net.py": NET.replace("WIDTH", "7"), "own/net.py": NET.replace("WIDTH", "3"), "own/main.py": text}
    (tmp_path / "own").mkdir()
    for name, content in files.items() if not other else {**files, f"own/{other}": ""}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    project = Project(tmp_path.rglob("*.py"), [tmp_path])
    new = migrate_source(text, str(tmp_path / "own/main.py"), Options(dygraph=True), project).text
    assert ("loss.backward()" in new and "nn.Linear(4, 3)" in new) is not bool(other)


def test_files_that_do_something_are_imported_still(tmp_path):
    """And one that is given by itself is no function of this one."""
    for name, text in (("main.py", IN_FILES), ("nets.py", f"{NETS}print('read')\n"), ("sizes.py", SIZES)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    project = Project(tmp_path.glob("*.py"), [tmp_path])
    new = migrate_source(IN_FILES, str(tmp_path / "main.py"), Options(dygraph=True), project).text
    assert "from nets import TOWERS\n" in new
    assert "loss.backward()" in new
    alone = migrate_source(IN_FILES, options=Options(dygraph=True)).text
    assert "loss.backward()" not in alone


@pytest.mark.parametrize("name", [*COMES_OUT, *ALONE])
def test_they_become_a_loop(name):
    result = migrate_source((COMES_OUT | ALONE)[name], options=Options(dygraph=True))
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert ".backward()" in result.text
    assert not any(word in result.text for word in ("fluid", "Executor", "Program", "enable_static", "step_schedule"))
    assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text


@pytest.mark.parametrize("name", STAYS)
def test_they_stay(name):
    assert "enable_static" in migrate_source(STAYS[name], options=Options(dygraph=True)).text
