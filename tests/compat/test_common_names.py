"""The 130 names that real dygraph code uses most: each is asked of 1.8.5, and runs migrated.

``common_names.csv`` has the 130 names that occur in most dygraph files, and in how many of some 4,900 files.
"""

import ast
import csv
from importlib import import_module
from pathlib import Path

import pytest
from paddle_compat._runtime.gone import Gone
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

pytestmark = pytest.mark.oracle

HERE = Path(__file__).parent
TABLE = HERE.joinpath("common_names.csv").read_text(encoding="utf-8")
NAMES = [row["name"] for row in csv.DictReader(TABLE.splitlines())]
BASE, PARALLEL = (f"fluid/dygraph/test_{name}.py::" for name in ("base", "parallel"))
# Names without a signature to try, and those of static programs: the tests of what they do.
TESTED = {
    "paddle.fluid.CPUPlace": BASE + "test_device_questions",
    "paddle.fluid.CUDAPlace": BASE + "test_cuda_place_without_cuda_warns_once_at_the_users_line",
    "paddle.fluid.Executor": "static/test_training.py::test_fit_a_line",
    "paddle.fluid.Program": "static/test_training.py::test_digits",
    "paddle.fluid.Variable": BASE + "test_to_variable",
    "paddle.fluid.core.BackwardStrategy": "fluid/optimizer/test_base.py::test_sorted_sums_are_spoken_of",
    "paddle.fluid.core.EOFException": "fluid/test_framework.py::test_the_end_of_a_static_reader_can_be_named",
    "paddle.fluid.core.get_cuda_device_count": BASE + "test_device_questions",
    "paddle.fluid.default_main_program": "static/test_training.py::test_fit_a_line",
    "paddle.fluid.default_startup_program": "static/test_training.py::test_fit_a_line",
    "paddle.fluid.data": "static/test_training.py::test_fit_a_line",
    "paddle.fluid.dygraph.DataParallel": PARALLEL + "test_two_ranks_are_one_process_on_the_joined_batches",
    "paddle.fluid.dygraph.FC": "fluid/dygraph/test_unsized.py::test_same_as_the_sized_layer_of_185",
    "paddle.fluid.dygraph.prepare_context": PARALLEL + "test_one_process_is_prepared_too",
    "paddle.fluid.enable_imperative": BASE + "test_enable_and_disable",
    "paddle.fluid.global_scope": "static/test_training.py::test_fit_a_line",
    "paddle.fluid.io.DataLoader": "fluid/test_reader.py::test_same_as_185",
    "paddle.fluid.program_guard": "static/test_training.py::test_digits",
    "paddle.fluid.layers.py_reader": "static/test_readers.py::test_readers_loaders_and_feeders",
    "paddle.fluid.layers.read_file": "static/test_readers.py::test_readers_loaders_and_feeders",
    "paddle.fluid.BuildStrategy": "static/test_training.py::test_feeders_compiled_programs_and_files",
    "paddle.fluid.CompiledProgram": "static/test_training.py::test_feeders_compiled_programs_and_files",
    "paddle.fluid.ExecutionStrategy": "static/test_training.py::test_feeders_compiled_programs_and_files",
    "paddle.fluid.ParallelExecutor": "static/test_training.py::test_feeders_compiled_programs_and_files",
    "paddle.fluid.io.load_persistables": "static/test_training.py::test_feeders_compiled_programs_and_files",
    "paddle.fluid.io.load_vars": "static/test_training.py::test_feeders_compiled_programs_and_files",
    "paddle.fluid.io.save_persistables": "static/test_training.py::test_feeders_compiled_programs_and_files",
    "paddle.batch": "fluid/contrib/test_reader.py::test_paddles_own_readers_are_what_they_were",
    "paddle.dataset.mnist.test": "fluid/contrib/test_reader.py::test_paddles_mnist_reads_what_it_read",
    "paddle.dataset.mnist.train": "fluid/contrib/test_reader.py::test_paddles_mnist_reads_what_it_read",
}
# Names of which no case runs migrated: the tests of what the codemod makes of them.
MIGRATED = {
    "paddle.fluid.contrib.distributed_batch_reader":
        "codemods/rewrites/patterns/test_parallel.py::test_each_rank_reads_its_own_batches",
    "paddle.fluid.dygraph.ParallelEnv": "codemods/rewrites/patterns/test_parallel.py::test_rank_and_world_size",
    "paddle.fluid.dygraph.guard": "codemods/rewrites/following/test_devices.py::test_place_in_the_guard",
    "paddle.fluid.dygraph.parallel.Env": "codemods/rewrites/patterns/test_parallel.py::test_rank_and_world_size",
    "paddle.fluid.in_dygraph_mode": "codemods/rewrites/following/test_devices.py::test_other_forms",
    "paddle.fluid.is_compiled_with_cuda": "codemods/rewrites/following/test_devices.py::test_other_forms",
    "paddle.fluid.metrics.Accuracy": "compat/fluid/test_metrics.py::test_migrated_it_is_the_same",
}
# Not in compat at all: 1.8.5's complex numbers, its mixed precision for static programs, a data set of its own.
ABSENT = {
    "paddle.complex.matmul", "paddle.complex.trace", "paddle.complex.transpose", "paddle.dataset.flowers.train",
    "paddle.fluid.contrib.decorate",
}


def state(name):
    """``"absent"``, ``"gone"`` or ``"works"``."""
    module, _, last = name.rpartition(".")
    thing = getattr(import_module(module), last, None) if module.startswith("paddle.fluid") else None
    if thing is None:
        return "absent"
    return "gone" if isinstance(thing, Gone) else "works"


TRIED = [name for name in NAMES if name not in TESTED and name not in ABSENT]


def rule_of(name):
    rule, beyond = library().legacy(name)
    return ".".join([rule.name, *beyond]) if isinstance(rule, Rule) else name


def test_there_are_130():
    assert (len(NAMES), len(set(NAMES))) == (130, 130)
    assert {*TESTED, *ABSENT} <= set(NAMES)


@pytest.fixture(scope="module")
def migrated_names(arguments):
    """The names of which some case is rewritten, run and compared."""
    return arguments.migrated()


@pytest.mark.parametrize("name", TRIED)
def test_it_runs_migrated_too(fluid, migrated_names, name):
    assert state(name) != "works" or (rule_of(name) in migrated_names) != (name in MIGRATED)


def test_what_is_absent_is(fluid):
    assert {name for name in ABSENT if name.startswith("paddle.fluid") and state(name) != "absent"} == set()


HERE_TESTED = [f"compat/{where}" for where in TESTED.values()]


@pytest.mark.parametrize("where", sorted({*HERE_TESTED, *MIGRATED.values()}))
def test_the_tests_named_here_are_there(where):
    file, _, test = where.partition("::")
    tree = ast.parse(HERE.parent.joinpath(file).read_text(encoding="utf-8"))
    assert test in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_an_argument_at_its_default_does_not_count(arguments):
    parameters = [["x", None], ["axis", "-1"], ["name", "None"]]
    call = ast.parse("L.softmax(x, axis=-1, name='n')", mode="eval").body
    assert list(arguments.off_default(call, parameters)) == ["x", "name"]


def test_a_layers_arguments_are_those_of_super(arguments):
    source = "class N(fluid.dygraph.Layer):\n    def __init__(self):\n        super().__init__('n', dtype='float64')\n"
    assert "fluid.dygraph.Layer('n', dtype='float64')" in [ast.unparse(call) for call in arguments.calls(source)]
