"""Names of the fluid inside Paddle 2.0 to 2.4."""

from __future__ import annotations

import pydoc

import pytest
from paddle_migrate.rewrites.patterns.later_names import TODAY

SAMPLED = "from paddle.fluid.dataloader import BatchSampler\nb = BatchSampler({})\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.core.is_compiled_with_npu()", 'paddle.is_compiled_with_custom_device("npu")'),
        ("fluid.core.is_compiled_with_xpu()", "paddle.is_compiled_with_xpu()"),
        ("isinstance(x, fluid.core.eager.Tensor)", "isinstance(x, paddle.Tensor)"),
        ("fluid.framework._non_static_mode()", "paddle.in_dynamic_mode()"),
        ("fluid.data_feeder.check_type(x, 'x', (list,), 'f')",
         "paddle.base.data_feeder.check_type(x, 'x', (list,), 'f')"),
        ("fluid.data_feeder.check_dtype('int64', 'd', ['int64'], 'f')",
         "paddle.base.data_feeder.check_dtype('int64', 'd', ['int64'], 'f')"),
        ("fluid.dataloader.dataset.TensorDataset([x])", "paddle.io.TensorDataset([x])"),
    ],
)
def test_under_todays_names(check_transformed, before, after):
    result = check_transformed(f"import paddle.fluid as fluid\nprint({before})\n", f"import paddle\nprint({after})\n")
    assert not result.left


def test_a_context_manager_that_keeps_its_signature(check_transformed):
    """1.8.5 wrapped contextlib's own."""
    body = "class Average(object):\n    @{}\n    def apply(self, executor):\n        yield\n"
    before = "from paddle.fluid.wrapped_decorator import signature_safe_contextmanager\n"
    result = check_transformed(before + body.format("signature_safe_contextmanager"),
                               "import contextlib\n" + body.format("contextlib.contextmanager"))
    assert not result.left


def test_the_class_of_initialisers_where_it_is_asked_for(check_transformed):
    before = "import paddle.fluid as fluid\nprint(isinstance(x, (str, fluid.initializer.Initializer)))\n"
    after = "import paddle.nn as nn\nprint(isinstance(x, (str, nn.initializer.Initializer)))\n"
    assert not check_transformed(before, after).left


def test_samplers(check_transformed):
    after = "import paddle\nb = paddle.io.BatchSampler(sampler=s, batch_size=3)\n"
    assert not check_transformed(SAMPLED.format("sampler=s, batch_size=3"), after).left


def test_a_class_of_the_scripts_own(check_transformed):
    check_transformed(
        "from paddle.fluid.dataloader import Sampler\nclass Mine(Sampler):\n    pass\n",
        "import paddle\nclass Mine(paddle.io.Sampler):\n    pass\n",
    )


@pytest.mark.parametrize(
    "code",
    [
        "print(fluid.core.is_compiled_with_npu)\n",
        "print(fluid.core.is_compiled_with_npu(x))\n",
        "print(fluid.core.is_compiled_with_tpu())\n",
        "print(fluid.dataloader.Sampling())\n",
        "print(fluid.core.eager)\n",
        "class Mine(fluid.initializer.Initializer):\n    pass\n",
        "print(fluid.initializer.Initializer())\n",
    ],
)
def test_what_stays_is_said(check_noop, code):
    assert check_noop("import paddle.fluid as fluid\n" + code).left


@pytest.mark.parametrize("code", ["x = core.XPUPlace(0)\n", "class Sampler: pass\nclass Mine(Sampler): pass\n"])
def test_of_others(check_noop, code):
    check_noop("import paddle\n" + code)


def test_without_a_sampler_it_is_185s(check_transformed):
    after = "import paddle\nb = paddle.io.BatchSampler(d, batch_size=3)\n"
    check_transformed(SAMPLED.format("d, batch_size=3"), after)


@pytest.mark.parametrize("name", sorted(set(TODAY.values())))
def test_todays_exist(name):
    assert pydoc.locate(name) is not None
