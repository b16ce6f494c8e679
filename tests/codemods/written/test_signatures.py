"""Functions and classes that scripts are given take what 1.8.5's of the same name took, or a finding says what not."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

WRITTEN = Path(__file__).parents[3] / "codemods" / "paddle_migrate" / "written"
# what is a person's where it is used, or is written otherwise where it is called
SAID = {
    "DataFeeder.__init__(place, program)", "DataFeeder.decorate_reader", "DataFeeder.feed_parallel",
    "InMemoryDataset.desc", "InMemoryDataset.set_feed_type", "LoDTensor.__init__(tensor)", "QueueDataset.desc",
    "is_parameter(var)", "load_inference_model(pserver_endpoints)",
    "QueueDataset.global_shuffle", "QueueDataset.local_shuffle",  # 1.8.5's raise
    "InMemoryDataset.batches(thread)", "QueueDataset.batches(thread)",  # the compat layer's own
}  # fmt: skip
ASK = """
import inspect, json, sys, warnings
warnings.simplefilter("ignore")
import paddle.fluid as fluid
homes = [fluid, fluid.io, fluid.layers, fluid.optimizer, fluid.metrics, fluid.evaluator, fluid.profiler, fluid.clip,
         fluid.initializer, fluid.nets, fluid.dygraph, fluid.dataset, fluid.transpiler, fluid.contrib, fluid.core]
def takes(function):
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    stars = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [each.name for each in found if each.name != "self" and each.kind not in stars]
def of(made):
    if not inspect.isclass(made):
        return takes(made)
    known = inspect.getmembers(made, lambda each: inspect.isfunction(each) or isinstance(each, property))
    return {name: takes(each) if inspect.isfunction(each) else [] for name, each in known
            if name == "__init__" or not name.startswith("_")}
names = json.loads(sys.argv[1])
found = {name: next((getattr(each, name) for each in homes if hasattr(each, name)), None) for name in names}
print(json.dumps({name: of(each) for name, each in found.items() if each is not None}))
"""


def takes(function):
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [each.name for each in found if each.name != "self"]


def written():
    """The functions and classes by their names; of classes those alone that derive from none of Paddle's."""
    names = [f"paddle_migrate.written.{path.stem}" for path in sorted(WRITTEN.glob("[a-z]*.py"))]
    made = [each for name in names for each in vars(importlib.import_module(name)).values()
            if getattr(each, "__module__", "") == name]
    own = ("builtins", "paddle_migrate.written")
    return {each.__name__: each for each in made if not inspect.isclass(each) or all(
        base.__module__.startswith(own) for base in each.__mro__)}


def lacks(name, ours, old):
    """What 1.8.5's takes, and this does not."""
    if not isinstance(old, dict):
        kinds = [each.kind for each in inspect.signature(ours).parameters.values()]
        takes_all = inspect.Parameter.VAR_KEYWORD in kinds
        missing = [each for each in old if each not in takes(ours) and not takes_all]
        return [f"{name}({', '.join(missing)})"] if missing else []
    found = []
    for method, parameters in old.items():
        own = getattr(ours, method, None)
        if own is None:
            asked = f"self.{method}" in inspect.getsource(ours)
            found += [] if asked else [f"{name}.{method}"]
        elif method in vars(ours) or any(method in vars(base) for base in ours.__mro__[:-1]):
            found += lacks(f"{name}.{method}", own, parameters)
    return found


def test_they_take_what_185s_took():
    ours = written()
    command = [sys.executable, "-c", ASK, json.dumps(sorted(ours))]
    asked = subprocess.run(command, capture_output=True, text=True, check=True)
    old = json.loads(asked.stdout.splitlines()[-1])
    assert {"FeedLoader", "LoDTensor"} <= ours.keys()
    assert {"DataFeeder", "LoDTensor", "load_inference_model"} <= old.keys()
    assert {gap for name in old for gap in lacks(name, ours[name], old[name])} == SAID


def test_each_name_is_of_one_definition():
    """Scripts are given definitions by their names."""
    found = [name for path in WRITTEN.glob("*.py")
             for name in re.findall(r"^(?:def|class) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)]
    assert len(found) == len(set(found))
