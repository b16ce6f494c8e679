"""Classes that hold a program, its variables and what runs it become such that hold a network and an optimizer."""

from __future__ import annotations

from pathlib import Path

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(16, dtype="float32").reshape(4, 4) / 16


def attr(value):
    return fluid.initializer.Constant(value)


def show(*values):
    print(*("%.5f" % np.mean(value) for value in values))


"""
TRAINER = '''\
class Trainer(object):
    """Trains."""

    def __init__(self, rate, size=8):
        self.rate = rate
        self.build()
        self.exe = fluid.Executor(fluid.CPUPlace())
        self.exe.run(fluid.default_startup_program())
        self.count = 0

    def build(self):
        self.x = fluid.data("x", [None, 4])
        self.y = fluid.data("y", [None, 1])
        # one layer
        hidden = fluid.layers.fc(self.x, 8, act="relu", param_attr=attr(0.1))
        self.out = fluid.layers.fc(hidden, 1, param_attr=attr(0.2))
        self.loss = fluid.layers.mean(fluid.layers.square_error_cost(self.out, self.y))
        self.test_program = fluid.default_main_program().clone(for_test=True)
        sgd = fluid.optimizer.SGD(self.rate)
        sgd.minimize(self.loss)

    # a step
    def step(self, x, y):
        self.count += 1
        loss, = self.exe.run(feed={"x": x, "y": y}, fetch_list=[self.loss])
        return loss

    def test(self):
        out, loss = self.exe.run(self.test_program, feed={"x": ARRAY, "y": ARRAY[:, :1]},
                                 fetch_list=[self.out, self.loss])
        show(out, loss)

    def train(self, steps):
        loss = []
        for i in range(steps):
            loss.append(self.step(ARRAY, ARRAY[:, :1]))
            show(self.count, loss[-1])
        self.test()


'''
BUILT = """\
class Config:
    size, rate = 6, 0.1


class Solver:
    def __init__(self, cfg):
        self.cfg = cfg
        self.seen = []

    def show(self, value):
        self.seen.append(value)
        show(len(self.seen), value)

    # the network
    def build_model(self):
        self.x = fluid.data("x", [None, 4])
        y = fluid.data("y", [None, 1])
        hidden = fluid.layers.fc(self.x, self.cfg.size, act="relu", param_attr=attr(0.1))
        self.out = fluid.layers.fc(hidden, 1, param_attr=attr(0.2))
        self.cost = fluid.layers.mean(fluid.layers.square_error_cost(self.out, y))
        self.optimizer = fluid.optimizer.SGD(self.cfg.rate)
        self.optimizer.minimize(self.cost)
        self.exe = fluid.Executor(fluid.CPUPlace())
        self.exe.run(fluid.default_startup_program())

    def train(self):
        for i in range(3):
            self.show(self.exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[self.cost])[0])

    def close(self):
        print("done", len(self.seen))


def main():
    solver = Solver(Config())
    solver.build_model()
    solver.train()
    solver.close()


main()
"""
GUARDED = """\
def samples():
    for row in ARRAY:
        yield row, row[:1]


class Model:
    def __init__(self, rate):
        self.main, self.startup = fluid.Program(), fluid.Program()
        with fluid.program_guard(self.main, self.startup):
            self.x = fluid.data("x", [None, 4])
            self.y = fluid.data("y", [None, 1])
            self.out = self.net(self.x)
            self.loss = fluid.layers.mean(fluid.layers.square_error_cost(self.out, self.y))
            decay = fluid.layers.piecewise_decay([1, 2], [rate, 0.05, 0.01])
            fluid.optimizer.Momentum(decay, 0.9).minimize(self.loss)
        self.place = fluid.CPUPlace()
        self.exe = fluid.Executor(self.place)
        self.exe.run(self.startup)
        self.feeder = fluid.DataFeeder(feed_list=[self.x, self.y], place=self.place)

    def layer(self, x, size, value):
        return fluid.layers.fc(x, size, act="tanh", param_attr=attr(value))

    def net(self, x):
        return self.layer(self.layer(x, 8, 0.1), 1, 0.2)

    def run(self, epochs=2):
        reader = fluid.io.batch(samples, 2)
        for epoch in range(epochs):
            for batch in reader():
                loss = self.exe.run(self.main, feed=self.feeder.feed(batch), fetch_list=[self.loss])
                show(loss[0])
        self.save("model")

    def save(self, folder):
        fluid.io.save_inference_model(folder, ["x"], [self.out], self.exe, self.main)
        model, names, results = fluid.io.load_inference_model(folder, self.exe)
        show(*self.exe.run(model, feed={names[0]: ARRAY}, fetch_list=results))


Model(0.1).run()
"""
RUN = "trainer = Trainer(0.1)\ntrainer.train(3)\n"
CLOTHES = {
    "build": HEAD + TRAINER + RUN,
    "in_main": HEAD + TRAINER + "def main():\n    Trainer(rate=0.1).train(3)\n\n\n"
                                "if __name__ == '__main__':\n    main()\n",
    "in_init": HEAD + TRAINER.replace("        self.build()\n", "").replace("    def build(self):\n", "").replace(
        "        self.exe = fluid.Executor(fluid.CPUPlace())\n        self.exe.run(fluid.default_startup_program())\n"
        "        self.count = 0\n\n", "").replace("        sgd.minimize(self.loss)\n", """\
        sgd.minimize(self.loss)
        place = fluid.CPUPlace()
        self.exe = fluid.Executor(place)
        self.exe.run(fluid.default_startup_program())
        self.count = 0
""") + RUN,
    "config": HEAD + BUILT,
    "one_method": HEAD + BUILT.replace("    def train(self):\n", "").replace("    solver.train()\n", "").replace(
        "(fluid.default_startup_program())\n\n", "(fluid.default_startup_program())\n"),
    "guarded": HEAD + GUARDED,
    "names_alike": HEAD + TRAINER.replace(
        "        loss, = self.exe.run", "        loss_ = 0.5\n        loss, = self.exe.run").replace(
            "        return loss\n", "        return loss + loss_ - 0.5\n") + RUN,
    "aliases": HEAD + TRAINER.replace("        self.loss = fluid", "        avg_loss = fluid").replace(
        "minimize(self.loss)", "minimize(avg_loss)\n        self.loss = avg_loss").replace(
            "        self.out = fluid", "        out = fluid").replace("cost(self.out, self.y))", "cost(out, self.y))\n"
            "        self.out = out") + RUN,
    "alias_of_the_same_name": HEAD + TRAINER.replace("        self.loss = fluid", "        loss = fluid").replace(
        "minimize(self.loss)", "minimize(loss)\n        # what falls\n        self.loss = loss").replace(
            "        self.exe = fluid.Executor(fluid.CPUPlace())\n        self.exe.run", "        exe = fluid.Executor("
            "fluid.CPUPlace())\n        self.exe = exe\n        exe.run") + RUN,
    "counted": HEAD + TRAINER.replace("self.x, 8", "self.x, self.size").replace(
        "self.rate = rate\n", "self.rate, self.size = rate, size\n") + RUN.replace("0.1)", "0.1, size=8)"),
}
FIRST = {
    "build": ["1.00000 0.01575", "2.00000 0.00993", "3.00000 0.00749", "0.37074 0.00637"],
    "config": ["1.00000 0.04362", "2.00000 0.02618", "3.00000 0.01797", "done 3"],
    "guarded": ["0.00240", "0.04809", "0.00322", "0.03332", "0.31818"],
}


def test_same_numbers(run_both_ways):
    """1.8.5 prints these."""
    old, new = run_both_ways({name: {"main.py": text} for name, text in CLOTHES.items()}, Options(dygraph=True))
    assert new == old
    assert {name: old[name] for name in FIRST} == FIRST
    assert old["in_main"] == old["in_init"] == old["counted"] == old["build"]
    assert old["one_method"] == old["config"]
    assert old["names_alike"] == old["build"] == old["aliases"] == old["alias_of_the_same_name"]


@pytest.mark.parametrize("name", CLOTHES)
def test_they_become_layers(name):
    result = migrate_source(CLOTHES[name], options=Options(dygraph=True))
    assert [f for f in result.findings if f.code == "PM340"] == []
    assert ".backward()" in result.text
    assert "self__" not in result.text
    assert "static.Program" not in result.text
    assert "Executor" not in result.text
    assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text


def test_the_class_stays_one():
    text = migrate_source(CLOTHES["build"], options=Options(dygraph=True)).text
    assert text.partition("class Trainer")[2] == '''\
(object):
    """Trains."""

    def __init__(self, rate, size=8):
        self.rate = rate
        paddle.set_device("cpu")
        self.net = Network()
        self.sgd = paddle.optimizer.SGD(self.rate, parameters=self.net.parameters())
        self.count = 0

    # a step
    def step(self, x, y):
        self.count += 1
        _, loss_ = self.net(x=paddle.to_tensor(x), y=paddle.to_tensor(y))
        loss_.backward()
        self.sgd.step()
        self.sgd.clear_grad()
        loss = np.atleast_1d(loss_.numpy())
        return loss

    def test(self):
        self.net.eval()
        with paddle.no_grad():
            out_, loss_ = self.net(x=paddle.to_tensor(ARRAY), y=paddle.to_tensor(ARRAY[:, :1]))
        self.net.train()
        out, loss = np.atleast_1d(out_.numpy()), np.atleast_1d(loss_.numpy())
        show(out, loss)

    def train(self, steps):
        loss = []
        for i in range(steps):
            loss.append(self.step(ARRAY, ARRAY[:, :1]))
            show(self.count, loss[-1])
        self.test()


trainer = Trainer(0.1)
trainer.train(3)
'''


def test_what_is_said_of_methods_stays():
    text = migrate_source(CLOTHES["config"], options=Options(dygraph=True)).text
    assert "    # the network\n    def build_model(self):\n" in text
    assert "self.net = Model(in_features=4, owner=self)" in text


ANOTHER = """\
class Other:
    def layer(self, *given):
        return given

    def whole(self):
        return self.layer(1, 2)


"""


@pytest.mark.parametrize("text", [
    HEAD + TRAINER.replace("        self.loss = fluid", "        loss = fluid").replace(
        "minimize(self.loss)", "minimize(loss)\n        self.loss = loss\n        loss = loss * 2") + RUN,
    HEAD + ANOTHER + GUARDED,  # whose methods are called alike
    HEAD + TRAINER + RUN + "print(trainer.loss)\n",  # a variable is read from outside
    HEAD + TRAINER + RUN + "show_all(trainer)\n",
    HEAD + TRAINER + "for rate in (0.1, 0.2):\n    Trainer(rate).train(1)\n",
    HEAD + TRAINER + RUN + "other = Trainer(0.2)\n",
    HEAD + TRAINER.replace("(object)", "(Base)") + RUN,
    HEAD + TRAINER.replace('    """Trains."""\n', "    kind = 1\n") + RUN,
    HEAD + TRAINER.replace("    # a step\n", "    @staticmethod\n") + RUN,
    HEAD + TRAINER.replace("        self.test()\n", "        self.test()\n        keep(self)\n") + RUN,
    HEAD + TRAINER.replace("        self.test()\n", "        self.test()\n        self.loss = None\n") + RUN,
    HEAD + TRAINER.replace("        self.count = 0\n", "        self.count = 0\n        print(self.loss)\n") + RUN,
])
def test_what_stays_a_program(text):
    result = migrate_source(text, options=Options(dygraph=True))
    assert "enable_static()" in result.text
    assert "self__" not in result.text
    assert [f.code for f in result.findings if f.code == "PM340"]


@pytest.mark.parametrize(("more", "stays"), [("t.train(3)\n", False), ("t.train(3)\nprint(t.loss)\n", True)])
def test_what_another_file_does_with_it(tmp_path, more, stays):
    files = {"trainer.py": HEAD + TRAINER, "main.py": f"from trainer import Trainer\nt = Trainer(0.1)\n{more}"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    project = Project([tmp_path / name for name in files], [tmp_path])
    path = Path(tmp_path / "trainer.py")
    text = migrate_module(path.read_text(), path, Options(dygraph=True, programs=True), project).text
    assert ("enable_static()" in text) is stays
    assert ("loss_.backward()" in text) is not stays
