"""What a run of a program gives: numbers where 1.8.5 gave [1], which keep their dimension where something needs it."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = (
    "import numpy as np\n"
    "import paddle.fluid as fluid\n"
    "x = fluid.data('x', [None, 3])\n"
    "out = fluid.layers.fc(x, 1)\n"
    "loss = fluid.layers.mean(out)\n"
    "exe = fluid.Executor(fluid.CPUPlace())\n"
)


def migrated(text):
    result = migrate_source(HEAD + text, options=Options(programs=True))
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text
    return result.text


RUN, FETCHES = "exe.run(fetch_list=[loss])", "exe.run(fetch_list=fetches)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"value, = {RUN}\nprint(value[0])\n", "print(value.item())\n"),
        ("a, b = exe.run(fetch_list=[out, loss])\nprint(b[0])\n", "print(b.item())\n"),
        (f"found = {RUN}\nprint(found[0][0])\n", "print(found[0].item())\n"),
        ("names = [loss]\nvalue, = exe.run(fetch_list=names)\nprint(value[0])\n", "print(value.item())\n"),
        ("value, = exe.run(fetch_list=[loss.name])\nprint(value[0])\n", "print(value.item())\n"),
        (f"value, = {RUN}\nprint(value[0], value[0])\n", "print(value.item(), value.item())\n"),
        (f"found = {RUN}\nvalue = found[0]\nprint(value[0])\n", "print(value.item())\n"),
        ("found = exe.run(fetch_list=[out, loss])\nvalue = np.array(found[1])\nprint(float(value[0]))\n",
         "print(float(value))\n"),
        ("found = exe.run(fetch_list=[loss])\nsums = [a + b[0] for a, b in zip(x, found)]\n"
         "sums = [c[0] + c[1][0] for c in zip(x, found)]\n", "sums = [c[0] + c[1].item() for c in zip(x, found)]\n"),
        ("found = exe.run(fetch_list=[out, loss])\nprint(np.array(found[1])[0])\n",
         "print(np.array(found[1]).item())\n"),
        (f"value, = {RUN}\nprint(np.array(value)[0])\n", "print(np.array(value).item())\n"),
        ("def f(x):\n    return [fluid.layers.mean(x), fluid.layers.accuracy(x, x)]\na, b = f(out)\n"
         "found = exe.run(fetch_list=[a, b])\nprint([each[0] for each in found])\n",
         "print([each.item() for each in found])\n"),
        (f"losses = []\nfor _ in range(2):\n    value, = {RUN}\n    losses.append(value[0])\nprint(losses[0])\n",
         "    losses.append(value.item())\nprint(losses[0])\n"),
        (f"value = None\nfor _ in range(2):\n    value, = {RUN}\nprint(value[0])\n", "print(value.item())\n"),
    ],
)
def test_a_number(before, after):
    assert migrated(before).endswith(after)


KEPT, UNPACKED = "found = list(map(np.atleast_1d, {}))\n", "value, = map(np.atleast_1d, {})\n"
# of the loss, what needs an array of one number, or may: it stays, and the values are arrays where they come from
NEEDED = {
    "kept in a dict": ("kept = {}\nkept['a'] = RUN\nprint(kept['a'][0][0])\n",
                       "kept['a'] = list(map(np.atleast_1d, {}))\n"),
    "a dict of all": ("found = RUN\nprint(dict(zip(['a'], found))['a'][0])\n", KEPT),
    "pairs": ("found = RUN\nfor n, o in zip(['a'], found):\n    use(n, o[0], o)\n", KEPT),
    "passed": ("value, = RUN\nuse(value)\n", UNPACKED),
    "returned": ("def f():\n    return RUN\nprint(f()[0][0])\n", "    return list(map(np.atleast_1d, {}))\n"),
    "one returned": ("def f():\n    return RUN[0]\nprint(f()[0])\n", "    return np.atleast_1d({}[0])\n"),
    "a list": ("values = []\nvalue, = RUN\nvalues.append(value)\nprint(np.concatenate(values))\n", UNPACKED),
    "extended": ("values = []\nvalue, = RUN\nvalues.extend(value)\n", UNPACKED),
    "its length": ("value, = RUN\nprint(len(value))\n", UNPACKED),
    "its shape": ("found = RUN\nprint(found[0].shape)\n", KEPT),
    "a name with another value": ("value, = RUN\nif x:\n    value = made()\nprint(value[0])\n", UNPACKED),
    "a name of two runs": (
        "value, = RUN\nif x:\n    value, = exe.run(fetch_list=fetches)\nprint(value[0])\n", UNPACKED),
    "a sum": ("total = 0.0\nvalue, = RUN\ntotal += value\nprint(total[0])\n", UNPACKED),
    "of an object": ("class A(object):\n    def f(self):\n        self.value, = RUN\n        return self.value[0]\n",
                     "        self.value, = map(np.atleast_1d, {})\n"),
    "a part": ("found = RUN\nfirst = found[:1]\nprint(first[0][0])\n", KEPT),
    "a part at once": ("use(RUN[1:])\n", "use(list(map(np.atleast_1d, {}))[1:])\n"),
    "the first ones at once": ("found = RUN[:2]\nuse(found[0])\n", "found = list(map(np.atleast_1d, {}))[:2]\n"),
    "parts unpacked": ("value, = RUN[:1]\nuse(value)\n", "value, = list(map(np.atleast_1d, {}))[:1]\n"),
    "the last": ("def f():\n    return RUN[-1]\nuse(f())\n", "    return np.atleast_1d({}[-1])\n"),
    "one of several": ("found = RUN\nfor i in range(1):\n    print(found[i][0])\n", KEPT),
}


@pytest.mark.parametrize("case", NEEDED)
def test_an_array_is_needed(case):
    text, kept = NEEDED[case]
    result = migrated(text.replace("RUN", RUN))
    assert kept.format(RUN) in result
    assert result.count("np.atleast_1d") == text.count("exe.run") + 1
    assert ".item()" not in result


@pytest.mark.parametrize("text", [
    "value, = RUN\nprint(value[0])\n", "found = RUN\nprint(found[1][0])\n", "value, = RUN\nprint(np.array(value)[0])\n",
    "found = RUN\nprint([each[0] for each in found])\n",
])
def test_what_may_be_a_number(text):
    result = migrated(text.replace("RUN", FETCHES))
    assert f"map(np.atleast_1d, {FETCHES})" in result
    assert result.endswith(text.partition("\n")[2])


@pytest.mark.parametrize("text", ["found = RUN\nuse(found)\n", "a, b = RUN\nuse(a, b)\n", "use(RUN[0])\n",
                                  "map = 1\nfound = RUN\nuse(found)\n"])
def test_a_second_run_beside_what_is_left_changes_nothing(text):
    left = "fluid.layers.no_such_name(x)\n"
    assert migrated(text.replace("RUN", FETCHES) + left).count("np.atleast_1d") == 1


def test_names_of_python_that_are_others():
    text = f"map = list = {{}}\ndef f():\n    return {RUN}\n"
    assert f"    return [np.atleast_1d(value) for value in {RUN}]\n" in migrated(text)


@pytest.mark.parametrize(
    "text",
    [
        f"value, = {RUN}\nprint(value)\n",
        f"found = {RUN}\nprint(found[0])\n",
        f"value, = {RUN}\nprint('%d %f' % (1, value), '{{}}'.format(value), float(value), f'{{value}}', value < 3)\n",
        f"losses = []\nvalue, = {RUN}\nlosses.append(value)\nprint(np.mean(losses), len(losses), losses[-1])\n",
        f"total = 0.0\nvalue, = {RUN}\ntotal += value * 3\nprint(total / 2, np.exp(value), value.mean())\n",
        f"value, = {RUN}\nprint(np.ravel(value)[0], value.ravel()[0], np.squeeze(value))\n",
        "value, = exe.run(fetch_list=[x])\nprint(value.mean())\n",
        "value, = exe.run(fetch_list=[out])\nprint(value[0], len(value))\nuse(value)\n".replace("out", "x"),
        f"{FETCHES}\n",
        "subprocess.run(['ls'])\n",
        "value = loop.run(a, b, [c])\nprint(value[0][0])\n",
        "value, = exe.run(fetch_list=fetches, return_numpy=False)\nprint(value.lod())\n",
    ],
)
def test_what_stays(text):
    assert migrated(text).endswith(text)


@pytest.mark.parametrize(
    ("use", "new"),
    [
        ("print(np.array(out[0])[0])\n", "print(np.atleast_1d(np.array(out[0]))[0])\n"),
        ("first = np.array(out[0])\nprint(first[0])\n",
         "first = np.array(out[0])\nprint(np.atleast_1d(first)[0])\n"),
        ("print(np.array(out[0]).shape)\n", "print(np.array(out[0]).shape)\n"),
        ("print(out[0].lod())\n", "print(out[0].lod())\n"),
    ],
)
def test_what_a_run_gives_that_makes_no_arrays(use, new):
    """What it fetches is not seen: a model that was loaded."""
    text = "import numpy as np\nprogram, names, targets = fluid.io.load_inference_model('d', exe)\n" \
           "out = exe.run(program, feed, targets, return_numpy=False)\n"
    result = migrated(text + use)
    assert result.endswith(new)
    assert migrate_source(result, options=Options(programs=True)).text == result


KEPT_TENSORS = ["total += np.array(out[1])[0]\nshow(out)\n", "print(np.array(out[0]).shape)\n", "outs.append(out)\n",
                "other = exe.run(program, feed, targets)\nprint(np.array(out[0])[0])\n",
                "for _ in range(2):\n    print(np.array(out[0])[0])\n", "print([np.array(each) for each in out])\n"]


@pytest.mark.parametrize("use", KEPT_TENSORS)
def test_tensors_that_the_next_run_may_write_into(use):
    text = "import numpy as np\nprogram, names, targets = fluid.io.load_inference_model('d', exe)\n" \
           "out = exe.run(program, feed, targets, return_numpy=False)\n"
    result = migrated(text + use)
    assert "out = kept_results(exe.run(program, feed, targets, return_numpy=False))\n" in result
    assert result.endswith(use if "other" not in use else use.partition("\n")[2])


NETS = """
import paddle.fluid as fluid
fetched = []
def net(x, into):
    p = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(.5))
    loss = fluid.layers.mean(p)
    for each in (p, loss):
        into.append(each.name)
    fetched.append(loss)
    return loss
class Watch(object):
    def add(self, into, *values):
        into.extend(values)
"""
PROGRAM = """
import numpy as np
import paddle.fluid as fluid
from nets import Watch, fetched, net
x = fluid.data('x', [None, 3])
names = []
loss = net(x, names)
more = [x]
Watch().add(more, loss)
test = fluid.default_main_program().clone(for_test=True)
fluid.optimizer.SGD(.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'x': np.arange(6).reshape([2, 3]).astype('float32')}
def run(fetches):
    return exe.run(feed=feed, fetch_list=fetches, return_numpy=False)
for fetches in (names, more):
    out = exe.run(feed=feed, fetch_list=fetches)
    print('%.5f' % out[1][0])
print('%.5f' % exe.run(feed=feed, fetch_list=names)[1][0])
print('%.5f' % exe.run(feed=feed, fetch_list=fetched)[0][0])
outs = [run([loss, x]) for _ in range(3)]
for out in outs:
    print('%.5f' % np.array(out[0])[0], np.array(out[0]).shape, np.array(out[1]).sum(), np.array(out[0][0]).shape)
first, = exe.run(feed=feed, fetch_list=[loss], return_numpy=False)
exe.run(feed=feed, fetch_list=[loss])
print('%.5f' % np.array(first)[0])
kept = {}
for step in range(2):
    kept[step] = list(map(np.array, run([loss])))
print(['%.5f' % kept[step][0][0] for step in kept])
"""


def test_fetches_that_other_files_list_and_tensors_that_are_kept(run_both_ways):
    old, new = run_both_ways({"program": {"main.py": PROGRAM, "nets.py": NETS}})
    assert len(old["program"]) == 9
    assert new == old


WITHOUT = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers


class Net(object):
    def __init__(self, x, z):
        self.best, self.rank = L.argmax(x), L.rank(z)
        self.only = L.squeeze(z, [0, 1])


def places(x):
    return L.argmin(x, axis=0)


x, z, rows = fluid.data('x', [4]), fluid.data('z', [1, 1]), fluid.data('rows', [2, 3])
net = Net(x, z)
loss, low, row = L.mean(x), places(x), L.argmax(rows, axis=1)
exe = fluid.Executor()
feed = {'x': np.arange(4).astype('float32'), 'z': np.ones([1, 1], 'float32'), 'rows': np.eye(2, 3, dtype='float32')}


def shapes(values):
    print([each.shape for each in values])


a, b = exe.run(feed=feed, fetch_list=[net.best, loss])
print(a.shape, b.shape, int(a), b[0])
out = exe.run(feed=feed, fetch_list=[loss, net.rank, net.only, low])
shapes(out)
shapes(exe.run(feed=feed, fetch_list=[L.argmin(x), loss, row]))
for each in range(2):
    held = dict(zip(('loss', 'best'), exe.run(feed=feed, fetch_list=[loss, net.best])))
    print(held['loss'].shape, held['best'].shape)
print([v.shape for v in exe.run(feed=feed, fetch_list=[loss, row])])
some = {'rank': net.rank, 'element': rows[0][1]}
for name in ['element']:
    out = exe.run(feed=feed, fetch_list=[some[name]])
    print(out[0][0], out[0].shape)
"""


def test_what_had_no_dimension_has_none(run_both_ways):
    for printed in run_both_ways({"without": {"main.py": WITHOUT}}):
        assert printed["without"] == [  # as 1.8.5
            "() (1,) 3 1.5", "[(1,), (), (), ()]", "[(), (1,), (2,)]", "(1,) ()", "(1,) ()", "[(1,), (2,)]", "0.0 (1,)"]


@pytest.mark.parametrize(("fetched", "form"), [
    ("L.argmax(x)", "value if place in (1,) else np.atleast_1d(value)"),
    ("L.squeeze(z, [])", "value if place in (1,) else np.atleast_1d(value)"),
    ("L.argmax(rows, axis=1)", "list(map(np.atleast_1d, "), ("L.squeeze(rows, [0])", "list(map(np.atleast_1d, "),
    ("rows", "list(map(np.atleast_1d, "),
])
def test_only_what_may_have_had_none_is_left_alone(fetched, form):
    head = WITHOUT.partition("net = Net")[0] + "loss = L.mean(x)\nexe = fluid.Executor()\n"
    result = migrate_source(f"{head}kept = []\nkept.append(exe.run(feed=feed, fetch_list=[loss, {fetched}]))\n")
    assert form.replace(" ", "") in re.sub(r"\s", "", result.text)  # in however many lines
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("text", [
    "def run(names):\n    return exe.run(feed=feed, fetch_list=names)\nfor v in run(list([loss, net.rank])):\n"
    "    print(v.shape)\n",
    "for v in [loss, net.rank]:\n    print(exe.run(feed=feed, fetch_list=[v])[0].shape)\n",
    "some = {'loss': loss, 'best': L.argmax(x)}\nfor key in some:\n"
    "    print(exe.run(feed=feed, fetch_list=[some[key]])[0].shape)\n",
    "which = net.rank if len(feed) else loss\nkept = list(exe.run(feed=feed, fetch_list=[which, loss]))\nprint(kept)\n",
])  # fmt: skip
def test_what_may_have_had_none_is_a_persons_where_it_is_not_seen(text):
    head = WITHOUT.partition("def shapes")[0]
    assert [each.code for each in migrate_source(head + text).left] == ["PM333"]
    without = (head + text).replace("L.argmax(x)", "L.mean(x)").replace("L.argmin(x, axis=0)", "L.mean(x)")
    without = without.replace("L.rank(z)", "L.mean(z)").replace("L.squeeze(z, [0, 1])", "L.mean(z)")
    assert not migrate_source(without).left


STARRED = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
x = fluid.data('x', [None, 2])
loss, s = L.mean(x), L.reduce_sum(x, dim=1)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
main, feed = fluid.default_main_program(), {'x': np.ones((3, 2), 'float32')}
more = {'feed': feed, 'fetch_list': [loss, s]}


def run(program, *args, **kw):
    return exe.run(program, *args, **kw)


def first(*args):
    return exe.run(main, *args, fetch_list=[loss])


class Runner(object):
    def __init__(self, **kw):
        self.kw = kw

    def __call__(self, **more):
        return exe.run(**dict(self.kw, **more))


print(exe.run(main, **more)[0][0], exe.run(main, **dict(feed=feed, fetch_list=[loss]))[0].shape)
a, b = run(main, feed=feed, fetch_list=[loss, s])
print(a[0], a.shape, b.shape)
print([v.shape for v in run(main, feed, fetch_list=[s, loss])], first(feed)[0][0])
r = Runner(program=main, feed=feed)(fetch_list=[loss])
print(r[0][0], r[0].shape)
"""


def test_what_is_fetched_behind_stars(run_both_ways):
    for printed in run_both_ways({"stars": {"main.py": STARRED}}):
        assert printed["stars"] == [  # as 1.8.5
            "1.0 (1,)", "1.0 (1,) (3,)", "[(3,), (1,)] 1.0", "1.0 (1,)"]
