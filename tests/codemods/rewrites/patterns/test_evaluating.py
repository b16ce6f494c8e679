"""Training after eval(), for which 1.8 recorded no gradients."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.batch.finding import Walk
from paddle_migrate.run import Run

HEAD = "import paddle.fluid as fluid\nmodel = fluid.dygraph.Linear(2, 3)\n"


def said(text):
    return [f.line for f in migrate_source(HEAD + text).findings if f.code == "PM342"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("model.eval()\nmodel(x).backward()\n", 3),
        ("def main():\n    model(x).backward()\n    model.eval()\nfor i in range(2):\n    main()\n", 5),
        ("def main():\n    model(x).backward()\n    model.eval()\nmain()\nmain()\n", 5),
        ("def main():\n    model(x).backward()\n    model.eval()\n", 5),  # who calls it is not seen
        ("def test():\n    model.eval()\nfor x in data:\n    model(x).backward()\n    test()\n", 4),
        ("def step():\n    model(x).backward()\nstep()\nmodel.eval()\nstep()\n", 6),
    ],
)
def test_what_may_train_behind_it(text, line):
    assert said(text) == [line]


def test_a_file_that_never_trains_again():
    assert said("for x in data:\n    model(x).backward()\n    model.eval()\n") == [5]


@pytest.mark.parametrize(
    "text",
    [
        "for x in data:\n    model.train()\n    model(x).backward()\n    model.eval()\n",
        "model.eval()\nmodel(x)\n",  # it only evaluates
        "model(x).backward()\nframe.eval('a + b')\n",
        "model(x).backward()\nwhatever.eval()\n",
        "for x in data:\n    model(x).backward()\nmodel.eval()\n",  # nothing trains behind it
        "def step(x):\n    model(x).backward()\ndef main():\n    for x in data:\n        step(x)\n    model.eval()\n"
        "    print(model(x))\nmain()\n",
        "def test():\n    model.eval()\n    print(model(x))\nfor x in data:\n    model(x).backward()\ntest()\n",
    ],
)
def test_nothing_is_said(text):
    assert not said(text)


NET = """
    import paddle.fluid as fluid

    class Net(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__()
            self.fc = fluid.dygraph.Linear(2, 3)

        def forward(self, x):
            return self.fc(x)

    def make():
        return Net()

    NETS = {"net": Net}
"""
TRAINS = "net(x).backward()\n"


def said_of(tmp_path, **files):
    """In which files it is said, and in which lines."""
    for name, text in {"nets": NET, **files}.items():
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(text), encoding="utf-8")
    run = Run(Options(), check=True)
    run.all(Walk([tmp_path]))
    findings = [(Path(outcome.path).stem, each) for outcome in run.outcomes for each in outcome.findings]
    return [(name, each.line) for name, each in findings if each.code == "PM342"]


@pytest.mark.parametrize(
    "made",
    [
        "from nets import Net\nnet = Net()\n",
        "import nets\nnet = nets.Net()\n",
        "from nets import make\nnet = make()\n",
        "from nets import NETS\nnet = NETS['net']()\n",
        "from nets import Net\nall_of = {'net': Net()}\nnet = all_of['net']\n",
        "from nets import Net\nclass Own(Net):\n    pass\nnet = Own()\n",
        "import nets\nnet = getattr(nets, sys.argv[1])()\n",  # whatever it is: eval() without arguments is a layer's
    ],
)
def test_a_network_of_another_file(tmp_path, made):
    line = made.count("\n") + 2
    assert said_of(tmp_path, main=f"import paddle.fluid as fluid\n{made}net.eval()\n{TRAINS}") == [("main", line)]


TRAINER = """
    class Trainer:
        def __init__(self, net):
            self.net = net

        def step(self, x):
            {0}
            self.net(x).backward()

        def check(self, x):
            self.net.eval()
            {1}
"""
RUN = """
    from nets import Net
    from trainer import Trainer
    trainer = Trainer(Net())
    for x in data:
        trainer.step(x)
        trainer.check(x)
"""


@pytest.mark.parametrize(
    ("first", "last", "lines"),
    [("pass", "pass", [11]), ("self.net.train()", "pass", []), ("pass", "self.net.train()", [])],
)
def test_a_network_that_an_object_keeps(tmp_path, first, last, lines):
    said = said_of(tmp_path, trainer=TRAINER.format(first, last), main=RUN)
    assert said == [("trainer", line) for line in lines]


CHECK = """
    import paddle.fluid as fluid

    @fluid.dygraph.no_grad
    def check(net, x):
        net.eval()
        print(net(x))
"""


@pytest.mark.parametrize(("behind", "lines"), [("pass", [6]), ("net.train()", []), ("break", [])])
def test_a_function_of_another_file_that_evaluates(tmp_path, behind, lines):
    main = "import check\nimport nets\nnet = nets.make()\nnet.train()\nfor x in data:\n    {0}    check.check(net, x)\n"
    said = said_of(tmp_path, check=CHECK, main=main.format(TRAINS) + f"    {behind}\n")
    assert said == [("check", line) for line in lines]


def test_train_that_ran_before_it_changes_nothing():
    assert said("model.train()\nfor x in data:\n    model(x).backward()\n    model.eval()\n") == [6]


RUNS = """
def run(data, trains):
    {0}
    for x in data:
        loss = model(x)
        if trains:
            loss.backward()
for epoch in range(2):
    run(some, True)
    run(others, {1})
"""


@pytest.mark.parametrize(
    ("chosen", "trains", "is_said"),
    [
        ("model.train() if trains else model.eval()", "False", False),
        ("model.train() if trains else model.eval()", "flag", False),
        ("if not trains: model.eval()", "False", True),  # the next epoch
        ("model.eval()", "False", True),
    ],
)
def test_who_trains_is_told(chosen, trains, is_said):
    assert bool(said(RUNS.format(chosen, trains))) is is_said


@pytest.mark.parametrize(
    "text",
    [
        "for phase in ['train', 'val']:\n    if phase == 'train':\n        model.train()\n"
        "    else:\n        model.eval()\n    loss = model(x)\n    if phase == 'train':\n        loss.backward()\n",
        "if args.test:\n    model.eval()\n    print(model(x))\nelse:\n    model(x).backward()\n",
        "def main():\n    if args.test:\n        model.eval()\n        return\n    model(x).backward()\nmain()\n",
        "if args.test:\n    model.eval()\n    sys.exit()\nmodel(x).backward()\n",
        "class Rule:\n    def eval(self):\n        return 1\nrule = Rule()\nrule.eval()\nmodel(x).backward()\n",
        "def auc(m):\n    return m.eval()\nm = fluid.metrics.Auc('auc')\nfor x in data:\n    model(x).backward()\n"
        "    auc(m)\n",
        "with fluid.dygraph.guard():\n    model.eval()\nwith fluid.dygraph.guard():\n    model(x).backward()\n",
    ],
)
def test_nothing_is_said_where_train_comes_first_or_nothing_trains(text):
    assert not said(text)
