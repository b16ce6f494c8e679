"""Runs that leave out data of which nothing is computed."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
main = fluid.default_main_program()
image = fluid.data('image', [None, 4])
label = fluid.data('label', [None, 1], 'int64')
h = net(image, label)
exe = fluid.Executor()
"""


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("exe.run(main, feed={'image': a}, fetch_list=[h])\n",
         "exe.run(let_unfed(main), feed={'image': a}, fetch_list=[h])\n"),
        ("exe.run(main, {image.name: a}, [h])\n", "exe.run(let_unfed(main), {image.name: a}, [h])\n"),
        ("feed = {'image': a}\nexe.run(program=main, feed=feed, fetch_list=[h])\n",
         "feed = {'image': a}\nexe.run(program=let_unfed(main), feed=feed, fetch_list=[h])\n"),
        ("exe.run(feed={'image': a}, fetch_list=[h])\n",
         "exe.run(feed={'image': a}, fetch_list=[h], program=let_unfed(main))\n"),
        ("feeder = fluid.DataFeeder([image], place)\nfor b in r: exe.run(main, feed=feeder.feed(b), fetch_list=[h])\n",
         "for b in r: exe.run(let_unfed(main), feed={'image': np.array([row[0] for row in b], 'float32')"
         ".reshape([-1, 4])}, fetch_list=[h])\n"),
    ],
)
def test_what_is_left_out(old, new):
    result = migrated(old)
    assert result.text.endswith(new.replace("let_unfed(main)", "let_unfed(paddle.static.default_main_program())")
                                if "program=" in new and "program=" not in old else new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "text",
    [
        "exe.run(main, feed={'image': a, 'label': b}, fetch_list=[h])\n",
        "exe.run(main, feed=feed, fetch_list=[h])\n",
        "exe.run(main, feed={'image': a, name: b}, fetch_list=[h])\n",
        "exe.run(main, feed={'noise': a}, fetch_list=[h])\n",
        "exe.run(main, feed={}, fetch_list=[h])\n",
        "exe.run(main)\n",
        "subprocess.run(main, {'image': a})\n",
        "exe.run(main, feed={'image': a}, fetch_list=[h])  # paddle-migrate: skip\n",
    ],
)
def test_what_stays(text):
    assert migrated(text).text.endswith(text)


UNSEEN = [  # what is fed
    "feed", "{k: a for k in names}", "dict(zip(names, arrays))", "feeder.feed(batch)", "{'image': a, **more}",
]


@pytest.mark.parametrize("feed", UNSEEN)
@pytest.mark.parametrize("made", [
    "unused = fluid.data('u', [2])\n", "fluid.layers.data(name='u', shape=[2])\n",
    "unused = fluid.data('u' + str(i), [2])\n", "kept = {}\nkept['u'] = fluid.data('u', [2])\nnet(kept['v'])\n",
    "unused, v = fluid.data('u', [2]), fluid.data('v', [2])\nnet(v)\n",
    "class Net(object):\n    def __init__(self):\n        self.u = fluid.data('u', [2])\nNet()\n",
    "box = argparse.Namespace()\nbox.u = fluid.data('u', [2])\n",
    "u = fluid.data('u', [2])\nif test:\n    net(u)\n", "u = fluid.data('u', [2])\nh = net(u) if test else 0\n",
    "u = fluid.data('u', [2])\nfeeder = fluid.DataFeeder([image, u] if test else [image], place)\nif test: net(u)\n",
    "u = fluid.data('u', [2])\nnames = [image.name, u.name]\nif test: net(u)\n",
    "def build(test):\n    u = fluid.data('u', [2])\n    if not test:\n        return h\n    return net(u)\nbuild(0)\n",
    "def build(test):\n    u = fluid.data('u', [2])\n    with guard(), scope():\n"
    "        if not test:\n            return h\n    return net(u)\nbuild(0)\n",
])
def test_data_that_nothing_takes_may_be_left_out(made, feed):
    text = migrated(f"{made}exe.run(main, feed={feed}, fetch_list=[h])\n").text
    assert f"exe.run(let_unfed(main), feed={feed}" in text


@pytest.mark.parametrize("feed", UNSEEN)
@pytest.mark.parametrize("made", ["used = fluid.data('u', [2])\nnet(used)\n",
                                  "if test:\n    u = fluid.data('u', [2])\n    net(u)\n",
                                  "u = fluid.data('u', [2])\nfeeds = [image, u]\nif test:\n    net(u)\n",
                                  "net(fluid.data('u', [2]))\n",
                                  "kept = {}\nkept['u'] = fluid.data('u', [2])\nnet(kept['u'])\n",
                                  "box = argparse.Namespace()\nbox.u = fluid.data('u', [2])\nnet(box.u)\n",
                                  "def build(test):\n    u = fluid.data('u', [2])\n    with guard():\n"
                                  "        if not test:\n            h = 0\n    return net(u)\nbuild(0)\n",
                                  "unused = np.zeros([2])\n"])
def test_data_that_something_takes_are_fed(made, feed):
    assert "let_unfed" not in migrated(f"{made}exe.run(main, feed={feed}, fetch_list=[h])\n").text


@pytest.mark.parametrize(
    "text",
    [
        "with fluid.program_guard(d):\n    fluid.data('real', [2])\n    fluid.data('fake', [2])\n"
        "with fluid.program_guard(g):\n    fluid.data('fake', [2])\nexe.run(g, feed={'fake': a}, fetch_list=[h])\n",
        "def one():\n    return fluid.data('one', [2])\n\ndef other():\n    return fluid.data('other', [2])\n\n"
        "exe.run(main, feed={'one': a}, fetch_list=[h])\n",
    ],
)
def test_data_of_other_programs(text):
    assert "let_unfed" not in migrated(text).text


NET = """\
import numpy as np
import paddle.fluid as fluid
from nets import net, Runner

C = fluid.initializer.Constant
X, Y = np.linspace(0, 1, 8).reshape(2, 4).astype('float32'), np.array([[1], [2]])

def show(values):
    print([np.round(each, 5).ravel().tolist() for each in values])

def trained(run):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        image = fluid.data('image', [None, 4], 'float32')
        label = fluid.data('label', [None, 1], 'int64')
        h = fluid.layers.fc(image, 3, act='softmax', param_attr=C(.3), bias_attr=False)
        infer = main.clone(for_test=True)
        loss = fluid.layers.mean(fluid.layers.cross_entropy(h, label))
        fluid.optimizer.SGD(.1).minimize(loss)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        show([exe.run(main, feed={'image': X, 'label': Y}, fetch_list=[loss])[0].reshape([1])])
        show(run(exe, infer, h))

trained(lambda exe, infer, h: exe.run(infer, feed={'image': X}, fetch_list=[h]))
trained(lambda exe, infer, h: exe.run(infer, feed={'image': X, 'label': Y}, fetch_list=[h]))
trained(lambda exe, infer, h: exe.run(program=infer, fetch_list=[h], feed=dict(image=X)))
trained(lambda exe, infer, h: Runner(exe, infer).run({'image': X}, [h]))
trained(lambda exe, infer, h: Runner(exe, infer).run_with([h], image=X))

def fed_by_a_feeder(exe, infer, h):
    feeder = fluid.DataFeeder(['image', 'label'], fluid.CPUPlace(), infer)
    return exe.run(infer, feed=feeder.feed(list(zip(X, Y))), fetch_list=[h])

trained(fed_by_a_feeder)

with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
    image, label, h = net(train=False)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    show(exe.run(fluid.default_main_program(), feed={'image': X}, fetch_list=[h]))
    show(exe.run(feed={'image': X}, fetch_list=[h]))
"""
OTHER = """\
import paddle.fluid as fluid

def net(train):
    image = fluid.data('image', [None, 4], 'float32')
    label = fluid.data('label', [None, 1], 'int64')
    weight = fluid.data('weight', [None, 1], 'float32')
    h = fluid.layers.fc(image, 3, param_attr=fluid.initializer.Constant(.3), bias_attr=False)
    if train:
        h = fluid.layers.cross_entropy(h, label)
    return image, label, h

class Runner(object):
    def __init__(self, exe, program):
        self.exe, self.program = exe, program

    def run(self, feed, fetch):
        return self.exe.run(self.program, feed=feed, fetch_list=fetch)

    def run_with(self, fetch, **feed):
        return self.exe.run(self.program, feed={k: v for k, v in feed.items()}, fetch_list=fetch)
"""


def test_old_and_new_need_the_same(run_both_ways):
    old, new = run_both_ways({"unfed": {"main.py": NET, "nets.py": OTHER}})
    assert old == new
    assert len(old["unfed"]) == 14


UNFED = """\
import numpy as np
import paddle.fluid as fluid
X = np.arange(8).reshape([2, 4]).astype('float32')
class Runner(object):
    def __init__(self, exe, program):
        self.exe, self.program = exe, program
    def __call__(self, fetch, **feed):
        return self.exe.run(self.program, feed, fetch)
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    image, unused = fluid.data('image', [None, 4]), fluid.data('unused', [None, 1], 'int64')
    more = fluid.data('more', [None, 1])
    weight = fluid.layers.create_parameter([4, 3], 'float32', default_initializer=fluid.initializer.Constant(.3))
    norm = fluid.layers.reduce_sum(fluid.layers.square(weight))
    h = fluid.layers.mul(image, weight)
infer = main.clone(for_test=True)
with fluid.program_guard(main, startup):
    loss = fluid.layers.mean(h)
    fluid.optimizer.SGD(.1).minimize(loss)
with fluid.program_guard(fluid.default_main_program(), startup):
    alone = fluid.data('alone', [None, 4])
    five = fluid.layers.fill_constant([1], 'float32', 5.)
counting = fluid.Program()
with fluid.program_guard(counting, startup):
    fluid.data('nobody', [None, 4])
    count = fluid.layers.create_global_var([1], 0., 'float32', persistable=True, name='count')
    fluid.layers.increment(count, 1.)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
for _ in range(3):
    exe.run(counting)
print(np.array(fluid.global_scope().find_var('count').get_tensor()))
for runner, fetch in ((Runner(exe, main), [loss]), (Runner(exe, infer), [h])):
    print([each.round(4).tolist() for each in runner(fetch, image=X)])
print(exe.run(fluid.default_main_program(), fetch_list=[five])[0])
print(exe.run(fetch_list=[five])[0])
for program, feed, fetch in ((None, None, [five]), (infer, {'image': X}, [h])):
    print([each.round(4).tolist() for each in exe.run(program, feed=feed, fetch_list=fetch)])
"""


def test_data_that_nothing_takes_need_not_be_fed(run_both_ways):
    old, new = run_both_ways({"unfed": {"main.py": UNFED}})
    assert len(old["unfed"]) == 7
    assert new == old


def test_a_loaded_program_has_no_data_that_it_does_not_need():
    text = migrated(
        "[program, names, fetched] = fluid.io.load_inference_model('m', exe)\n"
        "exe.run(program, feed={'image': a}, fetch_list=fetched)\n").text
    assert "let_unfed" not in text
