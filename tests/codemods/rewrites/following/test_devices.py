"""Places and the guard → set_device, the block one level out, nothing in it lost."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    "source",
    [
        "def train(place):\n    with fluid.dygraph.guard(place):\n        f()\n",
        "with fluid.dygraph.guard(choose()):\n    f()\n",
        "with fluid.dygraph.guard() as g:\n    f(g)\n",
    ],
)
def test_a_place_that_is_not_known_is_left(check_noop, source):
    result = check_noop(HEAD.replace("import paddle\n", "") + source)
    assert result.left


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
