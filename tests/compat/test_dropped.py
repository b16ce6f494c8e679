"""Every declared drop: the argument changes nothing in 1.8.5, whatever it is given.

Either a case gives it something else and has 1.8.5's numbers, or a case of its rule is asked again with it.
"""

import ast
from pathlib import Path

import numpy as np
import pytest
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

pytestmark = pytest.mark.oracle

# Something else than the default, by parameter.
OTHER = {
    "act": "'relu'", "actual_shape": "fluid.dygraph.to_variable(np.array([2, 2], 'int32'))", "device": "'cpu'",
    "dtype": "'float64'", "force_cpu": "True", "inplace": "True", "is_distributed": "True", "is_test": "True",
    "name": "'given'", "numeric_stable_mode": "False", "origin_mode": "True", "overwrite": "False",
    "persistable": "True", "stop_gradient": "False", "use_cudnn": "False",
}
# Names of which no door has expressions to ask again.
RANDOM = {
    "randint": "L.randint(0, 100, [5, 40], seed=9)",
    "randperm": "L.randperm(300, seed=9)",
    "sampling_id": "L.sampling_id(chances, seed=9)",
}
CHANCES = {"chances": np.array([[0.2, 0.8], [0.5, 0.5], [0.9, 0.1]], "float32")}
# Drops that do change something, or that no expression can ask 1.8.5 about: the tests of what they do.
TESTED = {
    ("paddle.fluid.layers.io.data", "type"): "static/test_training.py::test_fit_a_line",
    ("paddle.fluid.layers.sequence.parametric.sequence_conv", "padding"):
        "static/test_sequences.py::test_what_changes_nothing",
    ("paddle.fluid.dygraph.sampling.NCE", "sample_weight"):
        "fluid/dygraph/test_sampling.py::test_costs_gradients_and_names_are_185s",
    ("paddle.fluid.dygraph.base.grad", "backward_strategy"):
        "fluid/dygraph/test_base.py::test_grad_in_an_order",
    # 1.8.5 had it for GPUs alone
    ("paddle.fluid.layers.sequence.parametric.lstm", "seed"):
        "fluid/layers/sequence/test_stacked.py::test_dropout_is_between_layers_in_training",
    # 1.8.5 had it no more.
    ("paddle.fluid.dygraph_grad_clip.GradClipByGlobalNorm", "dtype"):
        "fluid/optimizer/test_base.py::test_grad_clip_in_minimize_is_that_of_the_optimizer",
    ("paddle.fluid.profiler.cuda_profiler", "config"): "fluid/test_profiler.py::test_the_gpus_work_is_in_a_file",
    ("paddle.fluid.profiler.profiler", "profile_path"): "fluid/test_profiler.py::test_a_block_prints_its_operators",
    ("paddle.fluid.profiler.profiler", "tracer_option"): "fluid/test_profiler.py::test_a_block_prints_its_operators",
    ("paddle.fluid.profiler.stop_profiler", "profile_path"): "fluid/test_profiler.py::test_between_start_and_stop",
    **{
        ("paddle.fluid.initializer.UniformInitializer", p):
            "fluid/test_param_attr.py::test_what_a_uniform_initializer_has_no_more"
        for p in ("diag_step", "diag_val")
    },
    **{
        (f"paddle.fluid.transpiler.{name}", p): "test_gone.py::test_memory_optimisation_does_nothing_and_says_so"
        for name in ("memory_optimize", "release_memory")
        for p in ("input_program", "skip_opt_set", "print_log", "level", "skip_grads")
    },
}


def dropped():
    """Each rule with its declared drops."""
    found = {}
    for module in library().modules():
        for name in module.names():
            rule = module.find(name)
            if isinstance(rule, Rule) and rule.dropped:
                found[rule.name] = rule
    return dict(sorted(found.items()))


RULES = dropped()
DROPS = [(name, parameter) for name, rule in RULES.items() for parameter in rule.dropped]


@pytest.fixture(scope="module")
def given(arguments):
    """What the cases give to these rules already."""
    return arguments.given({name: [[p.name, default(p)] for p in rule.params] for name, rule in RULES.items()})


def default(parameter):
    return None if parameter.default is None else ast.unparse(parameter.default)


@pytest.fixture(scope="module")
def pairs(arguments, given):
    """The expressions to ask, by rule and parameter; and the inputs of their doors."""
    rest = [(name, p) for name, p in DROPS if p not in given[name] and (name, p) not in TESTED and p in OTHER]
    found, inputs = {f"{name} {p}": [] for name, p in rest}, {}
    for door, cases, values in [*arguments.doors(), ("random", RANDOM, CHANCES)]:
        for case in cases.values():
            used = {rule for call in arguments.calls(case) for rule in arguments.rules_of(call.func)}
            for name, p in rest:
                other = arguments.with_argument(case, name, p, OTHER[p]) if name in used else ""
                if other and len(found[f"{name} {p}"]) < 3:
                    found[f"{name} {p}"].append([door, case, other])
                    inputs.update({f"{door} {key}": value for key, value in values.items()})
    return found, inputs


@pytest.fixture(scope="module")
def answers(fluid, harness, pairs, unchanged):
    asked, inputs = pairs
    question = f"{unchanged.source}\nanswer.update(run_unchanged(fluid, {asked!r}, given))\n"
    return harness.ask("dropped", question, inputs), unchanged.run_unchanged(fluid, asked, inputs)


@pytest.mark.parametrize(("name", "parameter"), DROPS)
def test_it_changes_nothing(given, pairs, answers, name, parameter):
    if parameter in given[name] or (name, parameter) in TESTED:
        return
    key = f"{name} {parameter}"
    assert pairs[0].get(key), f"no case gives {name} another {parameter}, and none can be asked again with it"
    theirs, ours = answers
    assert theirs[key], f"1.8.5 does something else: {pairs[0][key]}"
    assert ours[key], pairs[0][key]


@pytest.mark.parametrize("where", sorted(set(TESTED.values())))
def test_the_tests_named_here_are_there(where):
    file, _, test = where.partition("::")
    tree = ast.parse(Path(__file__).parent.joinpath(file).read_text(encoding="utf-8"))
    assert test in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_a_drop_that_changes_something_would_be_found(fluid, unchanged):
    """``axis`` is no drop: with another one the answer is another, and two runs of one expression are the same."""
    given = {"door x": np.arange(6, dtype="float32").reshape([2, 3])}
    pairs = {"axis": [["door", "L.softmax(x)", "L.softmax(x, axis=0)"]], "none": [["door", "L.relu(x)", "L.relu(x)"]]}
    answer = unchanged.run_unchanged(fluid, pairs, given)
    assert (bool(answer["axis"]), bool(answer["none"])) == (False, True)
