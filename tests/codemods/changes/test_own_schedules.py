"""Which classes are schedules in the plain form, and what of them is read."""

from __future__ import annotations

import pytest
from paddle_migrate.changes import own_schedules
from paddle_migrate.changes.own_schedules import OwnSchedule
from paddle_migrate.options import Options
from paddle_migrate.project.project import Project
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source

BASE = "fluid.dygraph.learning_rate_scheduler.LearningRateDecay"
STEP = "    def step(self):\n        return {}\n"
INIT = "    def __init__(self{}):\n        super().__init__({})\n        self.rate = 1\n"


def _read(body: str, head: str = f"class Own({BASE}):\n") -> OwnSchedule | None:
    script = Script.of(Source("import paddle.fluid as fluid\n" + head + body), Options())
    (reference,) = [r for r in script.references if r.name.endswith(".LearningRateDecay")]
    return own_schedules.read(script, reference)


@pytest.mark.parametrize(
    ("body", "has_init", "calls"),
    [
        (STEP.format("self.step_num"), False, 0),
        ('    """Text."""\n' + STEP.format("1"), False, 0),
        (INIT.format("", "") + STEP.format("self.rate"), True, 0),
        (STEP.format("1") + "a = Own()\nf(Own())\n", False, 2),
        (INIT.format(", rate", "0, 1") + STEP.format("self.rate") + "Own(2)\n", True, 1),
        (INIT.format(", step=1", "step=step") + STEP.format("1") + "Own()\n", True, 1),
        (INIT.format(", a", "").replace("self.rate = 1", "self.rate, self.a = 1, a") + STEP.format("1"), True, 0),
    ],
)
def test_plain(body, has_init, calls):
    own = _read(body)
    assert own is not None
    assert (own.init is not None, own.first is not None, len(own.calls)) == (has_init, has_init, calls)


@pytest.mark.parametrize(
    "body",
    [
        "    def more(self): pass\n" + STEP.format("1"),
        "    rate = 1\n" + STEP.format("1"),
        INIT.format("", ""),
        "    def step(self, more):\n        return 1\n",
        "    def step(self):\n        self.rate = 2\n        return 1\n",
        "    def step(self):\n        self.rate += 2\n        return 1\n",
        STEP.format("self.last_epoch"),
        INIT.format("", "").replace("self.rate = 1", "self.rate, self.last_lr = 1, 2") + STEP.format("1"),
        INIT.format(", a", "").replace("self.rate = 1", "self.rate, a.rate = 1, 2") + STEP.format("1"),
        STEP.format("fluid.layers.relu(self.step_num)"),
        STEP.format("fluid.layers.exp(x=self.step_num)"),
        STEP.format("1") + "Own(2)\n",
        STEP.format("1") + "f(Own)\n",
        STEP.format("1") + "Own = 1\n",
        INIT.format("", "") + "        f()\n" + STEP.format("1"),
        INIT.format("", "") + "        super().__init__()\n" + STEP.format("1"),
        INIT.format("", "step=2") + STEP.format("1"),
        INIT.format(", step=1", "step=step") + STEP.format("1") + "Own(step=2)\n",
        INIT.format(", step=1", "step=step") + STEP.format("1") + "Own(*a)\n",
    ],
)
def test_not_plain(body):
    assert _read(body) is None


@pytest.mark.parametrize(
    "head", [f"class Own({BASE}, Other):\n", f"@register\nclass Own({BASE}):\n", f"def f(base={BASE}):\n"]
)
def test_no_class_of_that_kind(head):
    assert _read(STEP.format("1"), head) is None


@pytest.mark.parametrize(("other", "plain"), [
    ("from own import Own\nOwn()\n", True), ("import own\nrate = own.Own\n", True),
    ("from own import Own\nclass More(Own):\n    pass\n", False),
    ("import own\nclass More(own.Own):\n    pass\n", False),
])
def test_a_class_that_another_file_derives_from(tmp_path, other, plain):
    path = tmp_path / "own.py"
    text = f"import paddle.fluid as fluid\nclass Own({BASE}):\n" + STEP.format("1")
    path.write_text(text)
    (tmp_path / "other.py").write_text(other)
    project = Project(sorted(tmp_path.glob("*.py")), [tmp_path])
    script = Script.of(Source(text, str(path)), Options(), project, path)
    (reference,) = [r for r in script.references if r.name.endswith(".LearningRateDecay")]
    assert (own_schedules.read(script, reference) is not None) == plain
