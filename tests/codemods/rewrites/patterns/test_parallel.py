"""The data-parallel flow and how it starts."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.rules.library import library

NET = """\
import paddle
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    pass
"""
LEGACY = (
    NET
    + """\
def train():
    # 1. the device
    place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id)
    with fluid.dygraph.guard(place):
        # 2. the model
        strategy = fluid.dygraph.parallel.prepare_context()
        model = Net()
        model = fluid.dygraph.parallel.DataParallel(model, strategy)
        opt = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
        for data in reader():
            loss = model(data)
            loss = model.scale_loss(loss)
            loss.backward()
            model.apply_collective_grads()
            opt.minimize(loss)
            model.clear_gradients()
"""
)
MODERN = """\
import paddle
import paddle.distributed as dist
import paddle.nn as nn
class Net(nn.Layer):
    pass
def train():
    # 1. the device
    dist.init_parallel_env()
    # 2. the model
    model = Net()
    model = paddle.DataParallel(model)
    opt = paddle.optimizer.SGD(0.1, parameters=model.parameters())
    for data in reader():
        loss = model(data)
        loss.backward()
        opt.step()
        opt.clear_grad()
"""
SPAWN = 'if __name__ == "__main__":\n    dist.spawn(train)\n'


def test_the_whole_flow(check_transformed):
    result = check_transformed(LEGACY + "train()\n", MODERN + SPAWN)
    assert any(f.name.endswith("scale_loss") and f.level == "note" for f in result.findings)
    assert not result.left


def test_launcher(check_transformed):
    check_transformed(LEGACY + "train()\n", MODERN + "train()\n", launcher="launch")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('if __name__ == "__main__":\n    train()\n', SPAWN),
        (
            "if __name__ == '__main__':\n    seed(1)\n    train()\n",
            "if __name__ == '__main__':\n    seed(1)\n    dist.spawn(train)\n",
        ),
    ],
)
def test_main_guard(check_transformed, before, after):
    check_transformed(LEGACY + before, MODERN + after)


def test_arguments(check_transformed):
    check_transformed(
        LEGACY.replace("def train()", "def train(args, n)") + "train([1], 2)\n",
        MODERN.replace("def train()", "def train(args, n)")
        + 'if __name__ == "__main__":\n    dist.spawn(train, args=([1], 2))\n',
    )


def test_the_outer_function_is_spawned(check_transformed):
    check_transformed(
        LEGACY + "def main():\n    train()\nmain()\n",
        MODERN + 'def main():\n    train()\nif __name__ == "__main__":\n    dist.spawn(main)\n',
    )


def test_a_function_that_is_never_called_is_reported(check_transformed):
    result = check_transformed(LEGACY, MODERN)
    assert any("dist.spawn(train)" in f.message for f in result.left)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("result = train()\n", "returns is used"),
        ("for i in range(2):\n    train()\n", "inside a block"),
        ("train()\ntrain()\n", "more than one place"),
    ],
)
def test_where_it_cannot_be_spawned_the_launcher_is_named(check_transformed, call, says):
    result = check_transformed(LEGACY + call, MODERN + call)
    assert any(says in f.message and "paddle.distributed.launch" in f.message for f in result.findings)


def test_a_switch_keeps_the_direct_call(check_transformed):
    result = check_transformed(
        NET
        + """\
def train(parallel):
    with fluid.dygraph.guard():
        model = Net()
        if parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
            model = fluid.dygraph.parallel.DataParallel(model, strategy)
        loss = model(x)
        if parallel:
            loss = model.scale_loss(loss)
        loss.backward()
        if parallel:
            model.apply_collective_grads()
train(True)
""",
        """\
import paddle
import paddle.distributed as dist
import paddle.nn as nn
class Net(nn.Layer):
    pass
def train(parallel):
    model = Net()
    if parallel:
        dist.init_parallel_env()
        model = paddle.DataParallel(model)
    loss = model(x)
    loss.backward()
train(True)
""",
    )
    assert any("a switch decides" in f.message for f in result.findings)


def test_prepared_inside_the_call_that_wraps(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid


        def wrap(model):
            model = fluid.dygraph.DataParallel(model, fluid.dygraph.prepare_context())
            return model
        """,
        """\
        import paddle
        import paddle.distributed as dist


        def wrap(model):
            dist.init_parallel_env()
            model = paddle.DataParallel(model)
            return model
        """,
        launcher="launch",
    )


@pytest.mark.parametrize("strategy", ["make()", "fluid.layers.no_such(x)", "strategy=make()"])
def test_a_strategy_that_does_something_is_not_lost(check_noop, strategy):
    result = check_noop(f"import paddle.fluid as fluid\nm = fluid.dygraph.DataParallel(m, {strategy})\n")
    assert "PM303" in {f.code for f in result.left}


def test_branches_that_do_the_same_now_are_joined(check_transformed):
    check_transformed(
        NET
        + """\
def train(parallel, model, opt, loss):
    model = fluid.dygraph.parallel.DataParallel(model, None)
    while True:
        if parallel:
            loss = model.scale_loss(loss)
            loss.backward()  # 反向
            model.apply_collective_grads()
        else:
            loss.backward()
        step()
""",
        """\
import paddle
import paddle.nn as nn
class Net(nn.Layer):
    pass
def train(parallel, model, opt, loss):
    model = paddle.DataParallel(model)
    while True:
        loss.backward()  # 反向
        step()
""",
    )


def test_branches_that_still_differ_stay(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\nmodel = fluid.dygraph.DataParallel(m, s)\n"
        "if parallel:\n    loss = model.scale_loss(loss)\n    loss.backward()\nelse:\n    other()\n",
        "import paddle\nmodel = paddle.DataParallel(m)\nif parallel:\n    loss.backward()\nelse:\n    other()\n",
    )


def test_training_at_the_top_of_the_file_becomes_a_function(check_transformed):
    check_transformed(
        """\
        import paddle
        import paddle.fluid as fluid
        place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id)
        with fluid.dygraph.guard(place):
            strategy = fluid.dygraph.parallel.prepare_context()
            model = fluid.dygraph.Linear(2, 3)
            model = fluid.dygraph.parallel.DataParallel(model, strategy)
        """,
        """\
        import paddle
        import paddle.distributed as dist
        import paddle.nn as nn
        def train():
            dist.init_parallel_env()
            model = nn.Linear(2, 3)
            model = paddle.DataParallel(model)


        if __name__ == "__main__":
            dist.spawn(train)
        """,
    )


@pytest.mark.parametrize("guard", ["fluid.dygraph.guard(*places)", "fluid.unique_name.guard()"])
def test_without_a_function_nothing_is_spawned(guard):
    source = f"import paddle.fluid as fluid\nwith {guard}:\n    fluid.dygraph.prepare_context()\n"
    result = migrate_source(source)
    assert "spawn" not in result.text
    assert "PM110" not in {f.code for f in result.findings}
    assert migrate_source(result.text).text == result.text


def test_names_shared_with_the_rest_of_the_file_stay_global(check_transformed):
    result = check_transformed(
        """\
        import paddle
        import paddle.fluid as fluid
        with fluid.dygraph.guard():
            strategy = fluid.dygraph.parallel.prepare_context()
            model = fluid.dygraph.Linear(2, 3)
        print(model)
        """,
        """\
        import paddle
        import paddle.distributed as dist
        import paddle.nn as nn
        dist.init_parallel_env()
        model = nn.Linear(2, 3)
        print(model)
        """,
    )
    assert any("shares `model`" in f.message for f in result.findings)


def test_rank_and_world_size(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        def f():
            env = fluid.dygraph.parallel.Env()
            if fluid.dygraph.parallel.Env().local_rank == 0:
                print(fluid.dygraph.ParallelEnv().nranks, env.dev_id)
        """,
        """\
        import paddle.distributed as dist
        def f():
            env = dist.ParallelEnv()
            if dist.get_rank() == 0:
                print(dist.get_world_size(), getattr(env, "device_id", 0))
        """,
    )


def test_what_the_first_card_does_alone(check_transformed):
    """A Paddle for the CPU has no ParallelEnv().device_id."""
    check_transformed(
        """\
        import paddle.fluid as fluid
        def f():
            if fluid.dygraph.parallel.Env().dev_id == 0:
                print("saved")
            return fluid.dygraph.parallel.Env().dev_id != 0
        """,
        """\
        import paddle.distributed as dist
        def f():
            if dist.get_rank() == 0:
                print("saved")
            return dist.get_rank() != 0
        """,
    )


@pytest.mark.parametrize("use", ["{} == 1", "0 == {}", "0 < {}", "{} < 1", "print({})", "{} == 0 == x"])
def test_another_use_of_the_card_s_number(check_transformed, use):
    before = f"import paddle.fluid as fluid\ny = {use.format('fluid.dygraph.parallel.Env().dev_id')}\n"
    number = 'getattr(dist.ParallelEnv(), "device_id", 0)'
    check_transformed(before, f"import paddle.distributed as dist\ny = {use.format(number)}\n")


ENV = """\
import paddle.fluid as fluid
class Trainer(object):
    def __init__(self, env):
        self.env = env
    def is_first(self):
        return self.env.dev_id == 0
with fluid.dygraph.guard():
    env = fluid.dygraph.ParallelEnv()
    print(Trainer(env).is_first(), env.dev_id, fluid.dygraph.parallel.Env().dev_id)
"""


def test_it_is_0_without_a_card(run_both_ways):
    """1.8.5 printed `True 0 0`."""
    old, new = run_both_ways({"env": {"main.py": ENV}})
    assert old == new


@pytest.mark.parametrize("lines", [
    "n = fluid.dygraph.parallel.Env().dev_id\np = fluid.CUDAPlace(n)",
    "p = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if fluid.is_compiled_with_cuda() else fluid.CPUPlace()",
    "class Env(object):\n    dev_id = 3\nprint(Env().dev_id, fluid.dygraph.parallel.Env().nranks)",
])  # fmt: skip
def test_what_a_place_is_made_of_stays(lines):
    assert "getattr" not in migrate_source(f"import paddle.fluid as fluid\n{lines}\n", "script.py").text


def test_what_the_strategy_tells(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        def f(model):
            strategy = fluid.dygraph.parallel.prepare_context()
            print(strategy.nranks, strategy.local_rank)
            return fluid.dygraph.parallel.DataParallel(model, strategy)
        f(3)
        """,
        """\
        import paddle
        import paddle.distributed as dist
        def f(model):
            dist.init_parallel_env()
            print(dist.get_world_size(), dist.get_rank())
            return paddle.DataParallel(model)
        if __name__ == "__main__":
            dist.spawn(f, args=(3,))
        """,
    )


def test_a_scaled_loss_of_its_own_name(check_transformed):
    check_transformed(
        LEGACY.replace("loss = model.scale_loss(loss)", "scaled = model.scale_loss(loss)")
        .replace("loss.backward()", "scaled.backward()")
        .replace("minimize(loss)", "minimize(scaled)")
        + "train()\n",
        MODERN + SPAWN,
    )


def test_each_rank_reads_its_own_batches(check_transformed):
    rule, _ = library().legacy("paddle.fluid.contrib.reader.distributed_batch_reader")
    words = ast.get_docstring(rule.node)
    result = check_transformed(
        "import paddle.fluid as fluid\nreader = fluid.contrib.reader.distributed_batch_reader(reader)\n",
        f'''\
import paddle.distributed as dist


def distributed_batch_reader(batch_reader):
    """{words}"""
    rank, world_size = dist.get_rank(), dist.get_world_size()

    def reader():
        if world_size > 1:
            print(f"start data reader (trainers_num: {{world_size}}, trainer_id: {{rank}})")
        for batches in zip(*[iter(batch_reader())] * world_size):
            yield batches[rank]

    return reader


reader = distributed_batch_reader(reader)
''',
    )
    assert not result.left


@pytest.mark.parametrize(
    "source",
    [
        "import paddle\nmodel = paddle.DataParallel(model)\nloss.backward()\n",
        "import paddle\nscaler = paddle.amp.GradScaler()\nloss = scaler.scale_loss(loss)\n",
        "import paddle\nimport paddle.distributed as dist\ndist.init_parallel_env()\n",
        "import torch  # not paddle\nmodel = DataParallel(model, strategy)\nmodel.apply_collective_grads()\n",
    ],
)
def test_modern_code_is_left(check_noop, source):
    check_noop(source)


NESTED = """\
import paddle.fluid as fluid
with fluid.dygraph.guard():
    strategy = fluid.dygraph.prepare_context()
    model = fluid.dygraph.DataParallel(Net(), strategy)
    for batch in batches():
        loss = model(batch)
{}
        loss.backward()
"""
BLOCKS = {
    "if_in_if": "        if parallel:\n            if True:\n                loss = model.scale_loss(loss)",
    "three": "        if a:\n            if b:\n                if c:\n"
             "                    loss = model.scale_loss(loss)",
    "in_with": "        with timer():\n            if parallel:\n                loss = model.scale_loss(loss)",
    "in_a_test": "        if n > 1:\n            if parallel:\n                loss = model.scale_loss(loss)",
    "beside": "        if a:\n            if b:\n                loss = model.scale_loss(loss)\n            other()",
    "in_else": "        if a:\n            other()\n        else:\n            if b:\n"
               "                loss = model.scale_loss(loss)",
}


@pytest.mark.parametrize("lines", BLOCKS.values(), ids=BLOCKS)
def test_blocks_in_which_nothing_else_stands(lines):
    result = migrate_source(NESTED.format(lines))
    assert "scale_loss" not in result.text
    assert not [finding for finding in result.findings if finding.code == "PM903"]
    compile(result.text, "script.py", "exec")
