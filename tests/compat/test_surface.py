"""Every public name of 1.8.5 has a state here: it works, it is gone, or it is not there yet. None is unknown."""

import json
import os
import runpy
import textwrap
from importlib import import_module
from pathlib import Path
from types import new_class

import paddle_compat
import pytest
from paddle_compat._runtime.gone import Gone
from paddle_compat.fluid._not_yet import NOT_YET, NotYet, not_yet

pytestmark = pytest.mark.oracle

MODULES = [
    "", "average", "backward", "clip", "contrib", "dygraph", "evaluator", "executor", "initializer", "io", "layers",
    "metrics", "nets", "optimizer", "param_attr", "profiler", "regularizer", "transpiler", "unique_name",
]
QUESTION = f"""
import importlib, json
modules = {MODULES!r}
listed = {{m: sorted(set(importlib.import_module("paddle.fluid" + (m and "." + m)).__all__)) for m in modules}}
answer["names"] = np.array(json.dumps(listed))
"""
DATA = Path(paddle_compat.__file__).parent / "fluid" / "_not_yet_names.py"


@pytest.fixture(scope="module")
def states(harness, fluid):
    """The state of each name, by its name below ``fluid``."""
    names = json.loads(str(harness.ask("names", QUESTION)["names"]))
    if os.environ.get("PADDLE_ORACLE_RECORD") == "1":
        write({module: [name for name in listed if is_missing(module, name)] for module, listed in names.items()})
    return {(module, name): state(module, name) for module, listed in names.items() for name in listed}


def state(module, name):
    thing = getattr(import_module(f"paddle.fluid.{module}".rstrip(".")), name, None)
    if thing is None:
        return "unknown"
    return "not yet" if isinstance(thing, NotYet) else "gone" if isinstance(thing, Gone) else "works"


def is_missing(module, name):
    try:
        return state(module, name) in ("unknown", "not yet")
    except ModuleNotFoundError:
        return True


def write(missing):
    head = '"""The public names of 1.8.5 that are not there yet; tests/compat/test_surface.py writes this file."""'
    lines = [head, "", "NAMES: dict[str, str] = {"]
    for module, names in missing.items():
        if names:
            parts = textwrap.wrap(" ".join(names), 108)
            body = "\n".join(f'        "{part} "' for part in parts[:-1]) + ("\n" if parts[:-1] else "")
            lines += [f'    "{module}": (', f'{body}        "{parts[-1]}"', "    ),"]
    DATA.write_text("\n".join([*lines, "}", ""]), encoding="utf-8")


def test_no_name_is_unknown(states):
    counts = {}
    for found in states.values():
        counts[found] = counts.get(found, 0) + 1
    print(f"{len(states)} public names of 1.8.5: {counts}")
    assert [name for name, found in states.items() if found == "unknown"] == []


def test_nothing_is_listed_that_works(states):
    """When a name begins to work, PADDLE_ORACLE_RECORD=1 takes it off the list."""
    written = runpy.run_path(str(DATA))["NAMES"]  # as it is now, not as it was when this process began
    listed = {(module, name) for module, names in written.items() for name in names.split()}
    missing = {name for name, found in states.items() if found == "not yet"}
    assert missing == listed, "write _not_yet_names.py again: PADDLE_ORACLE_RECORD=1"
    assert [name for name in listed if name not in states] == []


def test_using_one_says_which_and_what_to_do():
    missing = NotYet("paddle.fluid.layers.missing")
    for use in (lambda: missing(None), lambda: missing.x, lambda: new_class("I", (missing,))()):
        with pytest.raises(NotImplementedError, match=r"paddle\.fluid\.layers\.missing is not there yet.* 1\.8\.5"):
            use()
    assert repr(missing) == "<paddle.fluid.layers.missing: not there yet>"


def test_a_module_of_layers_has_the_missing_names_of_the_package(monkeypatch):
    monkeypatch.setitem(NOT_YET, "layers", ["missing"])
    lookup = not_yet("paddle_compat.fluid.layers.nn")
    assert repr(lookup("missing")) == "<paddle.fluid.layers.missing: not there yet>"


def test_private_names_that_scripts_import(fluid):
    """They stand at the head of modules whose other half is for dygraph; only their use is refused."""
    from paddle.fluid.framework import OpProtoHolder
    from paddle.fluid.wrapped_decorator import signature_safe_contextmanager

    with pytest.raises(NotImplementedError, match=r"paddle\.fluid\.framework\.OpProtoHolder is not there yet"):
        OpProtoHolder.instance()

    @signature_safe_contextmanager
    def doubled(x):
        yield 2 * x

    with doubled(4) as eight:
        assert eight == 8


def test_what_1_8_5_did_not_have_is_an_attribute_error(fluid):
    for module in (fluid, fluid.layers, fluid.layers.nn, fluid.dygraph, fluid.nets):
        with pytest.raises(AttributeError, match="nonsense"):
            module.nonsense  # noqa: B018
