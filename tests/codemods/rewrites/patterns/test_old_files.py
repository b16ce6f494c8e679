"""What an old script saved is read by the migrated one; 1.8.5 wrote these files as the compat layer does."""

from __future__ import annotations

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
    "some": "fluid.io.set_program_state(main, fluid.io.load_program_state(here + 'params', main.all_parameters()))",
    "of_one": "fluid.io.set_program_state(main, fluid.io.load_program_state(here + 'one/together', var_list=[\n"
    "    v for v in main.list_vars() if v.persistable]))",
    "state": "fluid.io.set_program_state(main, fluid.io.load_program_state(here + 'all'))",
}
KEPT = "kept = [p.name for p in main.all_parameters()]\n"


def test_all_ways(run_both_ways):
    """Each goes on where the saved run was, in both ways from the same files: those that the old way has saved."""
    scripts = {"a_saves": {"main.py": SAVE, "net.py": NET}}
    for name, load in LOADS.items():
        scripts[name] = {"main.py": f"{HEAD}exe.run(start)\n{KEPT}{load}\nshow()\n", "net.py": NET}
    old, new = run_both_ways(scripts)
    del old["a_saves"], new["a_saves"]  # begins with random numbers
    assert new == old
    assert len({tuple(lines) for lines in old.values()}) == 2  # with the moments of Adam, and without

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
