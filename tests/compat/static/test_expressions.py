"""The expressions of the other doors, where they hold in programs too: values and gradients, by 1.8.5's programs."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

ORACLE = Path(__file__).parents[2] / "oracle"
DOORS = (
    "contrib/test_layers", "layers/test_algebra", "layers/test_control_flow", "layers/test_detection",
    "layers/test_distributions", "layers/test_elementwise", "layers/test_loss", "layers/test_manipulation",
    "layers/test_nn", "layers/test_ops", "layers/test_reduce", "layers/test_sequence_lod", "layers/test_tensor",
    "layers/test_vision", "test_nets",
)
# Expressions that programs of 1.8.5 refuse: they are made of tensors of dygraph mode, or write over what is fed.
OF_DYGRAPH = {
    "array_to_tensor", "array_to_tensor_stack", "dropout_eval", "dropout_eval_up", "dropout_train_again", "full_out",
    "index_select", "index_select_dim", "logsumexp_out", "reshape_inplace", "scatter_nd", "scatter_nd_add",
    "sequence_mask_tensor",
}
# What a door's own test has to say of its answers is not said again here.
ELSEWHERE = {
    "create_global_var": "1.8.5 fetched no number from a variable that does not last",
    "yolo_box_wide": "the door's own test says how 1.8.5's centres are off",
    "roi_align": "offsets as an input are not made up", "roi_align_more": "offsets as an input are not made up",
    "roi_pool": "offsets as an input are not made up", "roi_pool_more": "offsets as an input are not made up",
}
pytestmark = [pytest.mark.oracle, pytest.mark.filterwarnings("ignore")]


def load(name):
    spec = importlib.util.spec_from_file_location(f"oracle.{name}", ORACLE / f"{name}.py")
    sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[spec.name])
    return sys.modules[spec.name]


@pytest.fixture(scope="module")
def asked(fluid, harness, arguments):
    """1.8.5's answers and ours, by door and case; and which cases a door compares without gradients."""
    runner = load("static_cases")
    modules = {door: arguments.module(arguments.TESTS / "compat" / "fluid" / f"{door}.py") for door in DOORS}
    cases = {door: {name: text for name, text in module.CASES.items() if name not in ELSEWHERE}
             for door, module in modules.items()}
    given = {f"{door} {key}": np.asarray(value) for door, module in modules.items()
             for key, value in module.GIVEN.items()}
    question = f"{runner.__loader__.get_source(runner.__name__)}\nanswer.update(run_doors(fluid, {cases!r}, given))\n"
    theirs = harness.ask("static.expressions", question, given)
    ours = runner.run_doors(fluid, cases, given)
    values_only = {name for module in modules.values() for name in getattr(module, "VALUES_ONLY", ())}
    return cases, theirs, ours, values_only


@pytest.mark.parametrize("door", DOORS)
def test_same_as_185s_programs(asked, assert_close, door):
    cases, theirs, ours, values_only = asked
    for name in cases[door]:
        wanted, got = (of(f"{door}|{name}|", answers) for answers in (theirs, ours))
        if "error" in wanted:
            assert name in OF_DYGRAPH or "error" in got, name
            continue
        assert name not in OF_DYGRAPH
        values = {key for key in wanted if key[0].isdigit()}
        assert {key for key in got if not key.startswith(("d", "no"))} == values, (name, got.get("error"))
        gradients = {key for key in wanted if key[0] == "d"} if name not in values_only else set()
        more = {key for key in got if key[0] == "d" and got[key].any()} - gradients
        assert name in values_only or "no gradient" in wanted or not more, (name, more)
        for key in values | gradients:
            assert (got[key].dtype, got[key].shape) == (wanted[key].dtype, wanted[key].shape), (name, key)
            assert_close(got[key], wanted[key], 1e-6, f"{name} {key}")


def test_what_is_said_is_of_cases_that_there_are(asked):
    names = {name for cases in asked[0].values() for name in cases}
    assert names >= OF_DYGRAPH
    assert not names & ELSEWHERE.keys()


def of(start, answers):
    return {key[len(start) :]: value for key, value in answers.items() if key.startswith(start)}
