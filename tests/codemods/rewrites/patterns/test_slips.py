"""Slips of real copies: a finding with a suggestion, never a crash, never a silent repair."""

from __future__ import annotations

import pytest


def test_a_model_that_is_called_something_else(check_transformed):
    result = check_transformed(
        """\
        import paddle.fluid as fluid
        def f():
            model = fluid.dygraph.Linear(2, 3)
            strategy = fluid.dygraph.parallel.prepare_context()
            model = fluid.dygraph.parallel.DataParallel(model, strategy)
            avg_loss = mnist.scale_loss(avg_loss)
        """,
        """\
        import paddle
        import paddle.distributed as dist
        import paddle.nn as nn
        def f():
            model = nn.Linear(2, 3)
            dist.init_parallel_env()
            model = paddle.DataParallel(model)
            avg_loss = mnist.scale_loss(avg_loss)
        """,
    )
    messages = {(f.line, f.name): f.message for f in result.left}
    assert messages[6, "mnist.scale_loss"] == "`mnist` is not defined; did you mean `model.scale_loss`?"


@pytest.mark.parametrize(
    ("source", "line", "says"),
    [
        ("import paddle\nr = paddle.batch(x, 16, drop_last=true)\n", 2, "`True`"),
        ("import paddle\nr = paddle.batch(x, 16,\n    null)\n", 3, "`None`"),
        ("import paddle\nx = [1, false]\n", 2, "`False`"),
        ("import paddle\nassert paddle.x is none\n", 2, "`None`"),
        ("import paddle\n# python -m paddle.distributed.launch --selected_gpus=0,1 train.py\n", 2, "--gpus"),
        ("import paddle\nrun('python -m paddle.distributed.launch --started_port=6170 t.py')\n", 2, "--start_port"),
        ('"""\npaddle\nexport CUDA_VISIABLE_DEVICES=0\n"""\n', 3, "CUDA_VISIBLE_DEVICES"),
        ("import paddle.distributed as dist\ndist.spawn(f, nprocs=2, selelcted_gpus='4,5')\n", 2, "gpus="),
    ],
)
def test_suggestions(check_noop, source, line, says):
    result = check_noop(source)
    assert [f.line for f in result.findings if says in f.message] == [line]


@pytest.mark.parametrize(
    ("source", "line", "says"),
    [
        ("import paddle\nfrom paddle.distributed as dist\n", 2, "did you mean `import paddle.distributed as dist`?"),
        ("import paddle.fluid\nprint 'loss', loss\n", 2, "Python 2"),
        ("import paddle.fluid\ntry:\n    f()\nexcept ValueError, e:\n    pass\n", 4, "Python 2"),
        ("import paddle.fluid\nx = (\n", 2, "mend this line"),
    ],
)
def test_what_is_not_python(check_noop, source, line, says):
    result = check_noop(source)
    (finding,) = result.findings
    assert (finding.level, finding.line) == ("error", line)
    assert says in finding.message


@pytest.mark.parametrize(
    "source",
    [
        "import paddle\ntrue = True\nf(true)\n",
        "import paddle\nfrom config import *\nf(true, mnist.parameters())\n",
        "import paddle\nmnist = load()\nmnist.state_dict()\n",
        "import paddle\nrun('--selected_gpus is not for this tool to say')\n".replace(
            "--selected_gpus", "selected_gpus"
        ),
    ],
)
def test_no_slip(check_noop, source):
    assert check_noop(source).findings == []
