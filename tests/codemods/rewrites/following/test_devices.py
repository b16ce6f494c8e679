"""Places and the guard → set_device, the block one level out, nothing in it lost."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle\nimport paddle.fluid as fluid\n"


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("fluid.CPUPlace()", 'paddle.device.set_device("cpu")'),
        ("place=fluid.CPUPlace()", 'paddle.device.set_device("cpu")'),
        ("fluid.CUDAPlace(0)", 'paddle.device.set_device("gpu:0")'),
        ("fluid.CUDAPlace(args.gpu)", 'paddle.device.set_device(f"gpu:{args.gpu}")'),
        ("fluid.CUDAPlace(env.dev_id)", 'paddle.device.set_device(f"gpu:{env.dev_id}")'),
        ("fluid.CUDAPlace(0) if gpu else fluid.CPUPlace()", 'paddle.device.set_device("gpu:0" if gpu else "cpu")'),
        (
            "fluid.CUDAPlace(1) if args.use_gpu and ok() else fluid.CPUPlace()",
            'paddle.device.set_device("gpu:1" if args.use_gpu and ok() else "cpu")',
        ),
    ],
)
def test_place_in_the_guard(check_transformed, place, line):
    check_transformed(f"{HEAD}with fluid.dygraph.guard({place}):\n    f()\n", f"import paddle\n{line}\nf()\n")


def test_the_switch_stays_a_switch(check_transformed):
    check_transformed(
        HEAD
        + """\
use_gpu = False
place = fluid.CUDAPlace(0) if use_gpu else fluid.CPUPlace()

with fluid.dygraph.guard(place):
    f()
with fluid.dygraph.guard(place):
    g()
""",
        """\
import paddle
use_gpu = False
place = "gpu:0" if use_gpu else "cpu"

paddle.device.set_device(place)
f()
paddle.device.set_device(place)
g()
""",
    )


@pytest.mark.parametrize("call", ["guard()", "guard(None)", "guard(place=None)"])
def test_the_default_place_needs_no_line(check_transformed, call):
    check_transformed(
        f"import paddle.fluid as fluid\nwith fluid.dygraph.{call}:\n    x = fluid.dygraph.to_variable(a)\n",
        "import paddle\nx = paddle.to_tensor(a)\n",
    )


def test_everything_in_the_block_stays(check_transformed):
    check_transformed(
        HEAD
        + '''\
def f(path):
    with fluid.dygraph.guard():  # 开始
        # first
        text = """
        not code:
            stays
        """
        if path:
            # 注释
            return text

        # last in the block
    # behind it
    return (1,
            2)
''',
        '''\
import paddle
def f(path):
    # 开始
    # first
    text = """
        not code:
            stays
        """
    if path:
        # 注释
        return text

    # last in the block
    # behind it
    return (1,
            2)
''',
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("with fluid.dygraph.guard(), open(p) as f:\n    g(f)\n", "with open(p) as f:\n    g(f)\n"),
        ("with open(p) as f, fluid.dygraph.guard():\n    g(f)\n", "with open(p) as f:\n    g(f)\n"),
        (
            "with open(p) as f, fluid.dygraph.guard(fluid.CPUPlace()), lock:\n    g(f)\n",
            'paddle.device.set_device("cpu")\nwith open(p) as f, lock:\n    g(f)\n',
        ),
        ("with fluid.dygraph.guard(): f()\n", "f()\n"),
        ("with fluid.dygraph.guard():\n  with fluid.dygraph.guard():\n    f()\n", "f()\n"),
        ("with fluid.dygraph.guard():\n\tif x:\n\t\tf()\n", "if x:\n\tf()\n"),
        ("fluid.enable_dygraph(fluid.CPUPlace())\nf()\n", 'paddle.device.set_device("cpu")\nf()\n'),
        ("with fluid.dygraph.no_grad():\n    f()\n", "with paddle.no_grad():\n    f()\n"),
        ("if fluid.in_dygraph_mode():\n    f()\n", "if paddle.in_dynamic_mode():\n    f()\n"),
        ("if fluid.is_compiled_with_cuda():\n    f()\n", "if paddle.is_compiled_with_cuda():\n    f()\n"),
    ],
)
def test_other_forms(check_transformed, before, after):
    check_transformed(HEAD + before, "import paddle\n" + after)


DEVICE_OF = '''\
import paddle


def device_of(place):
    """The name of a place's device, such as "cpu" and "gpu:0"; of None the default one, and a name as it is."""
    if place is None:
        return "gpu:0" if paddle.device.cuda.device_count() else "cpu"
    text = str(place)  # Place(gpu:0)
    return text[6:-1] if text.startswith("Place(") else text


'''


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def train(place):\n    with fluid.dygraph.guard(place):\n        f()\n",
            "def train(place):\n    paddle.device.set_device(device_of(place))\n    f()\n",
        ),
        ("with fluid.dygraph.guard(choose()):\n    f()\n", "paddle.device.set_device(device_of(choose()))\nf()\n"),
        ("with fluid.dygraph.guard(args.place): f()\n", "paddle.device.set_device(device_of(args.place))\nf()\n"),
        (
            "for p in [fluid.CPUPlace(), None]:\n    with fluid.dygraph.guard(p):\n        f()\n",
            "for p in [paddle.CPUPlace(), None]:\n    paddle.device.set_device(device_of(p))\n    f()\n",
        ),
        (
            "with fluid.dygraph.guard((fluid.CUDAPlace(1) if gpu else None)):\n    f()\n",
            "paddle.device.set_device(device_of(paddle.CUDAPlace(1) if gpu else None))\nf()\n",
        ),
        (
            "with open(p) as f, fluid.dygraph.guard(places[0]):\n    g(f)\n",
            "paddle.device.set_device(device_of(places[0]))\nwith open(p) as f:\n    g(f)\n",
        ),
        (
            "place = choose()\nexe = make(place)\nif args.dygraph: fluid.enable_dygraph(place)\n",
            "place = choose()\nexe = make(place)\n"
            "if args.dygraph: paddle.device.set_device(device_of(place))\n",
        ),
        (
            "def start(place=None):\n    fluid.dygraph.guard(place).__enter__()\n    return f()\n",
            "def start(place=None):\n    paddle.device.set_device(device_of(place))\n    return f()\n",
        ),
        (
            "with fluid.dygraph.guard(place) as g:\n    f()\n",
            "paddle.device.set_device(device_of(place))\nf()\n",
        ),
    ],
)  # fmt: skip
def test_a_place_that_only_running_tells(check_transformed, before, after):
    result = check_transformed(HEAD + before, DEVICE_OF + after)
    assert not result.left


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("with fluid.dygraph.guard(fluid.CPUPlace()) as g:\n    f()\n", 'paddle.device.set_device("cpu")\nf()\n'),
        ("fluid.dygraph.guard().__enter__()\nx = f()\n", "x = f()\n"),
        (
            "place = fluid.CUDAPlace(0)\nfluid.dygraph.guard(place).__enter__()\n",
            'place = "gpu:0"\npaddle.device.set_device(place)\n',
        ),
    ],
)
def test_a_guard_with_a_name_or_never_left(check_transformed, before, after):
    check_transformed(HEAD + before, "import paddle\n" + after)


def test_what_follows_an_entered_guard_is_dynamic(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\nfluid.dygraph.guard().__enter__()\nsgd.minimize(loss)\n"
        "sgd = fluid.optimizer.SGD(0.1, parameter_list=ps)\n",
        "import paddle\nsgd.step()\nsgd = paddle.optimizer.SGD(0.1, parameters=ps)\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        "with fluid.dygraph.guard() as g:\n    f(g)\n",
        "with fluid.dygraph.guard(*places):\n    f()\n",
        "with fluid.dygraph.guard(**chosen):\n    f()\n",
        "with fluid.dygraph.guard(fluid.framework._no_such_place()):\n    f()\n",
        "with get() as place, fluid.dygraph.guard(place):\n    f()\n",
        "with open(p), fluid.dygraph.guard(read(p)):\n    f()\n",
        "g = fluid.dygraph.guard(place)\nwith g:\n    f()\n",
        "x = fluid.dygraph.guard(place).__enter__()\n",
        "fluid.enable_dygraph(*places)\n",
    ],
)
def test_a_place_that_cannot_be_asked_for_is_left(check_noop, source):
    result = check_noop(HEAD.replace("import paddle\n", "") + source)
    assert result.left


PLACES = {
    "function": {
        "main.py": """
            import numpy as np
            import paddle.fluid as fluid

            def train(place=None):
                with fluid.dygraph.guard(place):
                    x = fluid.dygraph.to_variable(np.ones([2], "float32"))
                    if place is None:
                        return x.numpy()
                    print(fluid.layers.reduce_sum(x).numpy().reshape([-1]))
                return None

            for place in [fluid.CPUPlace(), None]:
                print(train(place))
        """,
    },
    "class in another file": {
        "trainer.py": """
            import numpy as np
            import paddle.fluid as fluid

            class Trainer:
                def __init__(self, args):
                    self.place = args["place"]

                def run(self):
                    with fluid.dygraph.guard(self.place) as unused:
                        for step in range(3):
                            if step == 2: return step
                            print(fluid.dygraph.to_variable(np.zeros([step], "float32")).numpy())
        """,
        "main.py": """
            import paddle.fluid as fluid
            from trainer import Trainer

            print(Trainer({"place": fluid.CPUPlace()}).run())
        """,
    },
    "imported": {
        "where.py": """
            import paddle.fluid as fluid

            place = fluid.CPUPlace()
            with fluid.dygraph.guard(place):
                print("here")
        """,
        "main.py": """
            import numpy as np
            import paddle.fluid as fluid
            from where import place

            fluid.dygraph.guard(place).__enter__()
            print(fluid.dygraph.to_variable(np.ones([2], "float32")).numpy())
        """,
    },
}


def test_places_handed_around_run_as_before(run_both_ways):
    old, new = run_both_ways(PLACES)
    assert old == new
    assert old["function"] == ["[2.]", "None", "[1. 1.]"]
    assert old["class in another file"][-1] == "2"
    assert old["imported"][-1] == "[1. 1.]"


def test_a_place_with_other_uses(check_transformed):
    check_transformed(
        HEAD
        + """\
place = fluid.CUDAPlace(0) if args.gpu else fluid.CPUPlace()
with fluid.dygraph.guard(place):
    f(place)
""",
        """\
import paddle
place = paddle.CUDAPlace(0) if args.gpu else paddle.CPUPlace()
paddle.device.set_device("gpu:0" if args.gpu else "cpu")
f(place)
""",
    )


def test_a_place_of_several_assignments_with_other_uses(check_transformed):
    check_transformed(
        HEAD
        + """\
def train():
    if args.gpu:
        place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id)
    else:
        place = fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        f(places=place)
""",
        """\
import paddle
import paddle.distributed as dist
def train():
    if args.gpu:
        place = paddle.CUDAPlace(dist.ParallelEnv().device_id)
        paddle.device.set_device(f"gpu:{dist.ParallelEnv().device_id}")
    else:
        place = paddle.CPUPlace()
        paddle.device.set_device("cpu")
    f(places=place)
""",
    )


def test_other_guards_are_left(check_noop):
    check_noop("import paddle\nwith paddle.utils.unique_name.guard():\n    f()\nwith guard(place):\n    f()\n")


PROGRAM = """\
import paddle.fluid as fluid
def build(feed):
    y = fluid.layers.fc(fluid.data("x", [None, 4]), 3)
    return fluid.Executor(fluid.CPUPlace()).run(feed=feed, fetch_list=[y])
def find(outs, name, place):
    with fluid.dygraph.guard(place):
        return outs[name]
"""


def test_a_guard_that_is_all_that_shows_dygraph_beside_a_program_is_left(check_noop):
    result = check_noop(PROGRAM, programs=False)
    assert ["guards are all" in f.message for f in result.left].count(True) == 1


def test_a_guard_beside_a_program_goes_where_more_shows_dygraph():
    text = PROGRAM.replace("return outs[name]", "return fluid.dygraph.to_variable(outs[name]).numpy()")
    result = migrate_source(text, options=Options(programs=False))
    assert "guard" not in result.text
    assert migrate_source(result.text, options=Options(programs=False)).text == result.text


OFF = """\
import numpy as np
import paddle.fluid as fluid
{before}
fluid.enable_dygraph()
model = fluid.dygraph.Linear(2, 1)
for p in model.parameters():
    p.set_value(np.ones(p.shape, "float32"))
opt = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
loss = fluid.layers.reduce_mean(model(fluid.dygraph.to_variable(np.ones([1, 2], "float32"))))
loss.backward()
opt.minimize(loss)
print(model.weight.numpy().tolist(), fluid.in_dygraph_mode())
{off}
print(fluid.in_dygraph_mode())
"""
ENDS = {
    "plain": ("", "fluid.disable_dygraph()"),
    "in a branch": ("", "if fluid.in_dygraph_mode():\n    fluid.disable_dygraph()"),
    "in a function": ("", "def end():\n    fluid.disable_dygraph()\n\n\nend()"),
    "imported": ("from paddle.fluid.dygraph import base, disable_dygraph as off", "off()"),
    "of its module": ("from paddle.fluid.dygraph import base", "base.disable_dygraph()"),
}


@pytest.mark.parametrize(("before", "off"), ENDS.values(), ids=ENDS)
def test_dygraph_that_is_turned_off_at_the_end(run_both_ways, before, off):
    text = OFF.format(before=before, off=off)
    assert "fluid" not in migrate_source(text).text
    old, new = run_both_ways({"off": {"main.py": text}})
    assert old == new
    assert old["off"][-1] == "False"


@pytest.mark.parametrize("behind", [
    "x = fluid.data('x', [2])\n",
    "exe = fluid.Executor()\n",
    "with fluid.dygraph.guard():\n    print(fluid.dygraph.to_variable(x).numpy())\n",
    "fluid.enable_dygraph()\nfluid.dygraph.to_variable(x).numpy()\n",
])  # fmt: skip
def test_what_comes_behind_the_end_decides(behind):
    text = OFF.format(before="", off="fluid.disable_dygraph()") + behind
    assert "fluid.disable_dygraph()" in migrate_source(text).text
