"""The rate of the last step is read with get_lr(), before the schedule goes on."""

from __future__ import annotations

import pytest

HEAD = "import paddle\nimport paddle.fluid as fluid\n"
SGD = "opt = fluid.optimizer.SGD(0.1, parameter_list=p)\n"
MODERN = "import paddle\nopt = paddle.optimizer.SGD(0.1, parameters=p)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print(opt.current_step_lr())", "print(opt.get_lr())"),
        ("print(opt._global_learning_rate().numpy()[0])", "print(opt.get_lr())"),
        ("print('%f' % opt._global_learning_rate().numpy())", "print('%f' % opt.get_lr())"),
        ("rate = opt._global_learning_rate().numpy().item()", "rate = opt.get_lr()"),
        ("rate = opt._global_learning_rate().numpy()[0]\nrate.real", "rate = opt.get_lr()\nrate.real"),
        ("rate = opt._global_learning_rate().numpy()\nprint(rate)", "rate = opt.get_lr()\nprint(rate)"),
        ("total += (opt._global_learning_rate()  # now\n          .numpy()[0])", "total += (opt.get_lr())"),
    ],
)
def test_read(check_transformed, before, after):
    result = check_transformed(f"{HEAD}{SGD}{before}\n", f"{MODERN}{after}\n")
    assert not result.left
    assert "PM222" not in {f.code for f in result.findings}


def test_a_number_prints_otherwise(check_transformed):
    result = check_transformed(
        f"{HEAD}{SGD}print(opt._global_learning_rate().numpy())\n", f"{MODERN}print(opt.get_lr())\n"
    )
    assert [f.line for f in result.findings if f.code == "PM204"] == [4]


@pytest.mark.parametrize(
    "use",
    [
        "rate = opt._global_learning_rate()",
        "rates.update(opt._global_learning_rate(), 1)",
        "rate = opt._global_learning_rate().numpy()\nprint(rate[0])",
        "rate = opt._global_learning_rate().numpy()\nrate.sum()",
        "print(opt._global_learning_rate().numpy().sum())",
        "print(opt._global_learning_rate().numpy()[i])",
        "print(opt._global_learning_rate(program).numpy()[0])",
    ],
)
def test_what_a_number_cannot_do_is_left_and_said(check_transformed, use):
    result = check_transformed(f"{HEAD}{SGD}{use}\n", f"{MODERN}{use}\n")
    assert [(f.code, f.line) for f in result.left] == [("PM312", 4)]


@pytest.mark.parametrize("use", ["opt.current_step_lr()", "opt._global_learning_rate().numpy()[0]"])
def test_scripts_without_fluid_are_left(check_noop, use):
    assert not check_noop(f"import paddle\nopt = paddle.optimizer.SGD(0.1, parameters=p)\nprint({use})\n").findings


def test_a_class_with_such_a_method_of_its_own(check_transformed):
    own = "class Mine:\n    def _global_learning_rate(self):\n        return None\n"
    line = "rate = Mine()._global_learning_rate().numpy()[0]\n"
    check_transformed(f"{HEAD}{own}{SGD}{line}", f"import paddle\n{own}{MODERN[14:]}{line}")


NOAM = "opt = fluid.optimizer.SGD(fluid.dygraph.NoamDecay(512, 400), parameter_list=p)\n"
STEPPED = (
    "import paddle\nscheduler = paddle.optimizer.lr.NoamDecay(512, 400, last_epoch=0)\n"
    "opt = paddle.optimizer.SGD(scheduler, parameters=p)\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for i in r:\n    opt.minimize(loss)\n    go(i)\n    if i % 10:\n        go(opt.current_step_lr())  # b\n"
            "    # then\n    go(i)\n",
            "for i in r:\n    opt.step()\n    go(i)\n    if i % 10:\n        go(opt.get_lr())  # b\n"
            "    scheduler.step()\n    # then\n    go(i)\n",
        ),
        (
            "for i in r:\n    opt.minimize(loss)\n    go(opt.current_step_lr())\n    go(opt.current_step_lr())",
            "for i in r:\n    opt.step()\n    go(opt.get_lr())\n    go(opt.get_lr())\n    scheduler.step()\n",
        ),
        (
            "for i in r:\n\topt.minimize(loss)\n\ttry:\n\t\tgo(opt.current_step_lr())\n\tfinally:\n\t\tgo()\ngo()\n",
            "for i in r:\n\topt.step()\n\ttry:\n\t\tgo(opt.get_lr())\n\tfinally:\n\t\tgo()\n\tscheduler.step()\ngo()\n",
        ),
    ],
)
def test_the_schedule_goes_on_behind_the_reading(check_transformed, before, after):
    result = check_transformed(HEAD + NOAM + before, STEPPED + after)
    assert "PM222" not in {f.code for f in result.findings}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for i in r:\n    opt.minimize(loss)\n    if i:\n        continue\n    go(opt.current_step_lr())\n",
            "for i in r:\n    opt.step()\n    scheduler.step()\n    if i:\n        continue\n    go(opt.get_lr())\n",
        ),
        (
            "for i in r:\n    go(opt.current_step_lr())\n    opt.minimize(loss)\n",
            "for i in r:\n    go(opt.get_lr())\n    opt.step()\n    scheduler.step()\n",
        ),
        (
            "for i in r:\n    opt.minimize(loss)\ngo(opt.current_step_lr())\n",
            "for i in r:\n    opt.step()\n    scheduler.step()\ngo(opt.get_lr())\n",
        ),
    ],
)
def test_where_it_cannot_that_is_said(check_transformed, before, after):
    result = check_transformed(HEAD + NOAM + before, STEPPED + after)
    assert [f.name for f in result.findings if f.code == "PM222"] == ["get_lr"]
