"""Every public name of 1.8.5 works here, or is gone and says so. None is unknown."""

import json
from collections import Counter
from importlib import import_module

import pytest
from paddle_compat._runtime.gone import Gone, GoneError

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


@pytest.fixture(scope="module")
def states(harness, fluid):
    """The state of each name, by its name below ``fluid``."""
    names = json.loads(str(harness.ask("names", QUESTION)["names"]))
    return {(module, name): state(module, name) for module, listed in names.items() for name in listed}


def state(module, name):
    thing = getattr(import_module(f"paddle.fluid.{module}".rstrip(".")), name, None)
    return "unknown" if thing is None else "gone" if isinstance(thing, Gone) else "works"


def test_no_name_is_unknown(states):
    counts = Counter(states.values())
    print(f"{len(states)} public names of 1.8.5: {dict(counts)}")
    assert [name for name, found in states.items() if found == "unknown"] == []
    assert counts["works"] > counts["gone"] > 0


def test_private_names_that_scripts_import(fluid):
    """They stand at the head of modules whose other half is for dygraph."""
    from paddle.fluid.dygraph.dygraph_to_static.loop_transformer import NameVisitor
    from paddle.fluid.framework import OpProtoHolder
    from paddle.fluid.wrapped_decorator import signature_safe_contextmanager

    assert OpProtoHolder.instance().get_op_proto("relu").type == "relu"
    with pytest.raises(GoneError, match="NameVisitor is gone: it read loops"):
        NameVisitor(None)

    @signature_safe_contextmanager
    def doubled(x):
        yield 2 * x

    with doubled(4) as eight:
        assert eight == 8


def test_what_1_8_5_did_not_have_is_an_attribute_error(fluid):
    for module in (fluid, fluid.layers, fluid.layers.nn, fluid.dygraph, fluid.nets):
        with pytest.raises(AttributeError, match="nonsense"):
            module.nonsense  # noqa: B018
