"""What an old script saved is read by the migrated one; 1.8.5 wrote these files as the compat layer does."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import os
import numpy as np
import paddle.fluid as fluid
from net import net
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start), fluid.unique_name.guard():
    x, y = net()
    loss = fluid.layers.mean(fluid.layers.square(y))
    fluid.optimizer.Adam(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
d = (np.arange(8) * 0.1).reshape(2, 4).astype("float32")
here = os.path.dirname(os.path.abspath(__file__)) + "/../../old/saved/"  # where the old script's own files are
def show(*more):
    values = [exe.run(main, feed={"x": d}, fetch_list=[loss])[0] for _ in range(3)]
    print(np.round(np.ravel(values), 4).tolist(), *more)
"""
NET = """\
import paddle.fluid as fluid
def net():
    x = fluid.data("x", [None, 4])
    h = fluid.layers.fc(x, 3, act="tanh")
    return x, fluid.layers.fc(h, 2, name="out")
"""
SAVE = HEAD + """\
exe.run(start)
show()
if "/old/" in __file__:
    fluid.io.save_persistables(exe, here + "all", main)
    fluid.io.save_persistables(exe, here + "one", main, filename="together")
    fluid.io.save_params(exe, here + "params", main)
    fluid.save(main, here + "state/net")
"""
LOADS = {
    "persistables": "fluid.io.load_persistables(exe, here + 'all', main)",
    "together": "fluid.io.load_persistables(exe, here + 'one', main, 'together')",
    "params": "fluid.io.load_params(exe, dirname=here + 'params', main_program=main)",
    "vars": "fluid.io.load_vars(exe, here + 'params', main, predicate=lambda v: v.name in kept)",
    "load": "fluid.load(main, here + 'state/net', exe)",
    "folder": "fluid.load(main, here + 'params', exe)",
    "one_of": "fluid.load(main, here + 'one/together', exe, [v for v in main.list_vars() if v.persistable])",
    "some": "fluid.io.set_program_state(main, fluid.io.load_program_state(here + 'params', main.all_parameters()))",
    "of_one": "fluid.io.set_program_state(main, fluid.io.load_program_state(here + 'one/together', var_list=[\n"
    "    v for v in main.list_vars() if v.persistable]))",
    "state": "fluid.io.set_program_state(main, fluid.io.load_program_state(here + 'all'))",
}
KEPT = "kept = [p.name for p in main.all_parameters()]\n"


NAMED = """\
import os, tempfile
import numpy as np
import paddle.fluid as fluid
x = fluid.data("x", [None, 3])
y = fluid.layers.mean(fluid.layers.fc(x, 2, name="f", param_attr=fluid.initializer.Constant(.3)))
fluid.optimizer.Adam(.1).minimize(y)
exe, main, folder = fluid.Executor(fluid.CPUPlace()), fluid.default_main_program(), tempfile.mkdtemp()
exe.run(fluid.default_startup_program())
def step():
    print(exe.run(main, feed={"x": np.ones((2, 3), "float32")}, fetch_list=[y])[0].round(4))
for epoch in range(3):
    step()
    fluid.io.save_persistables(exe, folder, main, filename="epoch_%d" % epoch)
fluid.io.save_params(exe, folder, main, filename="params")
fluid.io.load_persistables(exe, folder, main, filename="epoch_0")
step()
fluid.io.load_persistables(executor=exe, dirname=folder, filename="epoch_1")
step()
fluid.io.load_params(exe, folder, main, "params")
step()
lasting = [each for each in main.list_vars() if each.persistable]
print(fluid.load_program_state(os.path.join(folder, "epoch_0"), lasting)["f.w_0"].round(4))
"""


def test_files_that_are_named_lie_beside_one_another(run_both_ways):
    old, new = run_both_ways({"named": {"main.py": NAMED}})
    assert len(set(old["named"])) > 4
    assert new == old


TWO = """\
import os, tempfile
import numpy as np
import paddle.fluid as fluid
folder, start = tempfile.mkdtemp(), fluid.Program()
def made(name, value):
    program = fluid.Program()
    with fluid.program_guard(program, start):
        x = fluid.data("x", [None, 3])
        weight = fluid.initializer.Constant(value)
        y = fluid.layers.mean(fluid.layers.fc(x, 2, name=name, param_attr=weight))
        fluid.optimizer.Adam(.1).minimize(y)
    return program, y
class Net(object):
    def __init__(self, *given):
        self.program, self.y = made(*given)
(g, a), (d, b) = made("g", .3), made("d", .6)
nets = [Net("one", .1), Net("two", .2)]
exe = fluid.Executor(fluid.CPUPlace())
exe.run(start)
def save(path, net):
    fluid.io.save_persistables(exe, os.path.join(path, "nets"), main_program=net.program)
def step():
    for program, loss in [(g, a), (d, b)] + [(each.program, each.y) for each in nets]:
        print(exe.run(program, feed={"x": np.ones((2, 3), "float32")}, fetch_list=[loss])[0].round(4))
step()
fluid.io.save_persistables(exe, folder, g)
fluid.io.save_persistables(exe, folder, d)
for net in nets:
    save(folder, net)
step()
fluid.io.load_persistables(exe, folder, g)
fluid.io.load_persistables(exe, folder, d)
for net in nets:
    fluid.io.load_persistables(exe, os.path.join(folder, "nets"), net.program)
step()
"""
APART = """import paddle.fluid as fluid
exe, main, other = fluid.Executor(fluid.CPUPlace()), fluid.default_main_program(), fluid.Program()
"""


def test_two_programs_share_a_folder(run_both_ways):
    old, new = run_both_ways({"two": {"main.py": TWO}})
    assert old["two"][4:8] == old["two"][8:]
    assert new == old


@pytest.mark.parametrize("lines", [
    "save_persistables(exe, 'a', main)\nfluid.io.save_persistables(exe, 'a', fluid.default_main_program())",
    "save_persistables(exe, 'a', main)\nfluid.io.save_persistables(exe, 'b', other)",
    "save_persistables(exe, 'a', main, 'x')\nfluid.io.save_persistables(exe, 'a', other, 'y')",
])
def test_programs_in_folders_of_their_own(lines):
    assert "def save_persistables" not in migrate_source(f"{APART}fluid.io.{lines}\n").text


def test_all_ways(run_both_ways):
    """Each goes on where the saved run was, in both ways from the same files: those that the old way has saved."""
    scripts = {"a_saves": {"main.py": SAVE, "net.py": NET}}
    for name, load in LOADS.items():
        scripts[name] = {"main.py": f"{HEAD}exe.run(start)\n{KEPT}{load}\nshow()\n", "net.py": NET}
    old, new = run_both_ways(scripts)
    del old["a_saves"], new["a_saves"]  # begins with random numbers
    assert new == old
    assert len({tuple(lines) for lines in old.values()}) == 2  # with the moments of Adam, and without


DECAYS = {
    "exponential": "fluid.layers.exponential_decay(0.1, 2, 0.5)",
    "natural": "fluid.layers.natural_exp_decay(0.1, 2, 0.5, staircase=True)",
    "inverse": "fluid.layers.inverse_time_decay(0.1, 1, 0.5)",
    "polynomial": "fluid.layers.polynomial_decay(0.1, 8)",
    "piecewise": "fluid.layers.piecewise_decay([2, 4], [0.1, 0.05, 0.01])",
    "noam": "fluid.layers.noam_decay(4, 4)",
    "cosine": "fluid.layers.cosine_decay(0.1, 2, 4)",
    "warm": "fluid.layers.linear_lr_warmup(fluid.layers.exponential_decay(0.1, 2, 0.5), 4, 0.01, 0.1)",
}
LOOP = """\
def show(*more):
    values = []
    for _ in range(3):
        value, = exe.run(main, feed={"x": d}, fetch_list=[loss])
        values.append(value)
    print(np.round(np.ravel(values), 4).tolist())
"""
BEGIN = """\
exe.run(start)
for p in main.all_parameters():
    tensor = fluid.global_scope().find_var(p.name).get_tensor()
    tensor.set(np.full(tensor.shape(), 0.3, "float32"), fluid.CPUPlace())
show()
"""
OWN_WAYS = {
    "folder": ("fluid.io.save_persistables(exe, 'own', main)", "fluid.io.load_persistables(exe, 'own', main)"),
    "files": ("fluid.io.save_persistables(exe, 'files', main)",  # one for each, as load_vars may ask for them
              "fluid.io.load_persistables(exe, 'files', main)\nif not main: fluid.io.load_vars(exe, 'files', vars=[])"),
    "state": ("fluid.save(main, 'own/net')", "fluid.load(main, 'own/net', exe)"),
}


def test_schedules_go_on_where_they_were(run_both_ways):
    """In what the old script saved, and in what the migrated one saves itself."""
    scripts = {}
    for decay, rate in DECAYS.items():
        head = HEAD[: HEAD.index("def show")].replace("Adam(0.1)", f"Momentum({rate}, 0.9)") + LOOP
        head = head.replace("old/saved/", f"old/saved/{decay}/")
        scripts[f"a_saves_{decay}"] = {"main.py": SAVE.replace(HEAD, head), "net.py": NET}
        its_own = decay in ("piecewise", "warm")  # 1.8.5 saves the rate, too, which one file for all does not name
        for name in ("persistables", "load", "state", *(() if its_own else ("together",))):
            scripts[f"{decay} {name}"] = {"main.py": f"{head}exe.run(start)\n{LOADS[name]}\nshow()\n", "net.py": NET}
        for name, (save, load) in OWN_WAYS.items():
            again = f"{head}{BEGIN}{save}\nshow()\nexe.run(start)\n{load}\nshow()\n"
            scripts[f"{decay} own {name}"] = {"main.py": again, "net.py": NET}
    old, new = run_both_ways(scripts)
    for decay in DECAYS:
        del old[f"a_saves_{decay}"], new[f"a_saves_{decay}"]
    assert new == old
    assert all(again == then != first for first, then, again in (old[name] for name in old if " own " in name))


PARAMETERS = HEAD.replace("{", "{{").replace("}", "}}") + """\
exe.run(start)
for p in main.all_parameters():
    tensor = fluid.global_scope().find_var(p.name).get_tensor()
    tensor.set(np.full(tensor.shape(), 0.3, "float32"), fluid.CPUPlace())
show()
fluid.io.save_params(exe, "{}", main)
exe.run(start)
{}
show()
"""
TAKEN = {
    "load": "fluid.load(main, 'load', exe)",
    "state": "fluid.io.set_program_state(main, fluid.io.load_program_state('state'))",
    "params": "fluid.io.load_params(exe, 'params', main)",
}


def test_what_the_optimizer_keeps_is_no_parameter(run_both_ways):
    """Training goes on with new moments, however the folder is read."""
    scripts = {name: {"main.py": PARAMETERS.format(name, line), "net.py": NET} for name, line in TAKEN.items()}
    old, new = run_both_ways(scripts)
    assert new == old
    assert len({tuple(lines) for lines in old.values()}) == 1


OWN = """\
import numpy as np
import paddle.fluid as fluid
half = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.5))
x = fluid.data("x", [None, 4])
loss = fluid.layers.mean(fluid.layers.square(fluid.layers.fc(x, 2, param_attr=half)))
fluid.optimizer.Adam(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
d = np.arange(8).reshape(2, 4).astype("float32")
def show():
    print(np.round(np.ravel([exe.run(feed={"x": d}, fetch_list=[loss])[0] for _ in range(3)]), 4).tolist())
show()
fluid.io.save_persistables(exe, "own")
show()
for load in ("load_params", "load_persistables"):
    exe.run(fluid.default_startup_program())
    if load == "load_params":
        fluid.io.load_params(exe, "own")
    else:
        fluid.io.load_persistables(exe, "own")
    show()
"""


def test_what_it_has_saved_itself(run_both_ways):
    """Of all that lasts `load_params` takes the parameters alone: the moments begin anew."""
    old, new = run_both_ways({"own": {"main.py": OWN}})
    assert new == old
    _, goes_on, parameters, everything = new["own"]
    assert everything == goes_on != parameters
    assert parameters.startswith(goes_on[: goes_on.index(",")])  # of the same weights


DYGRAPH = """\
import os
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Linear
here = os.path.dirname(os.path.abspath(__file__)) + "/../../old/saved_NAME"
with fluid.dygraph.guard(fluid.CPUPlace()), fluid.unique_name.guard():
    net = Linear(4, 2, param_attr=fluid.initializer.Constant(0.3))
    rate = fluid.dygraph.RATE
    opt = fluid.optimizer.Momentum(rate, 0.9, parameter_list=net.parameters())
    d = (np.arange(8) * 0.1).reshape(2, 4).astype("float32")
    def show():
        values = []
        for _ in range(3):
            loss = fluid.layers.mean(fluid.layers.square(net(fluid.dygraph.to_variable(d))))
            loss.backward()
            opt.minimize(loss)
            net.clear_gradients()
            values.append(loss.numpy())
            STEP
        print(np.round(np.ravel(values), 4).tolist())
"""
SAVES_STATE = """\
    show()
    if "/old/" in __file__:
        fluid.save_dygraph(net.state_dict(), here)
        fluid.save_dygraph(opt.state_dict(), here)
    show()
"""
LOADS_STATE = """\
    params, state = fluid.load_dygraph(here)
    net.set_dict(params)
    opt.set_dict(state)
    show()
"""
OWN_STATE = """\
    show()
    fluid.save_dygraph(net.state_dict(), "own")
    fluid.save_dygraph(opt.state_dict(), "own")
    show()
    params, state = fluid.load_dygraph("own")
    net.set_dict(params)
    opt.set_dict(state)
    show()
"""
RATES = {
    "piecewise": "PiecewiseDecay([2, 4], [0.1, 0.05, 0.01], 0)",
    "natural": "NaturalExpDecay(0.1, 2, 0.5, begin=3)",
    "noam": "NoamDecay(4, 4)",
    "cosine": "CosineDecay(0.1, 2, 4)",
    "warm": "LinearLrWarmup(0.1, 4, 0.01, 0.1)",
    "by_epoch": "StepDecay(0.1, step_size=2)",
}


def test_schedules_of_optimizers_go_on_where_they_were(run_both_ways):
    scripts = {}
    for name, rate in RATES.items():
        step = "rate.epoch()" if name == "by_epoch" else "pass"
        head = DYGRAPH.replace("NAME", name).replace("RATE", rate).replace("STEP", step)
        parts = {"a_saves": SAVES_STATE, "loads": LOADS_STATE, "own": OWN_STATE}
        scripts |= {f"{part} {name}": {"main.py": head + lines} for part, lines in parts.items()}
    old, new = run_both_ways(scripts)
    assert new == old
    for name in RATES:
        assert old[f"loads {name}"] == old[f"a_saves {name}"][1:] == old[f"own {name}"][2:]
