"""The laws of the rules: 1.8.5's signatures, every unused parameter declared, nothing declared that is used."""

import ast
import inspect
import json
import pkgutil
from importlib import import_module
from pathlib import Path

import paddle
import paddle_compat
import pytest
from paddle_compat._runtime.gone import Gone

ROOT = Path(paddle_compat.__file__).parent
# Classes that are C++ in 1.8.5 or today have no signature to read.
UNREADABLE = {
    "BackwardStrategy", "BuildStrategy", "CPUPlace", "CUDAPinnedPlace", "CUDAPlace", "ExecutionStrategy", "LoDTensor",
    "LoDTensorArray",
    "Program", "Scope", "Tensor", "Variable",
}

# Here or in 1.8.5 spread over several files: the package has all of their names.
SPREAD = ("layers", "dygraph", "optimizer")

# Names of 1.5 and 1.6 that 1.8.5 had no longer, or only listed.
OLDER = {
    "HashName", "RoundRobin",
    "dygraph.FC", "dygraph.load_persistables", "dygraph.save_persistables", "dygraph_grad_clip.GradClipByGlobalNorm",
    "dygraph_grad_clip.GradClipByNorm", "dygraph_grad_clip.GradClipByValue",
}


def modules():
    import paddle_compat.fluid as fluid

    found = [module.name for module in pkgutil.walk_packages(fluid.__path__, "paddle_compat.fluid.")]
    return ["paddle_compat.fluid", *[name for name in found if "._" not in name]]


def rules():
    """Every function and class of ours that a module lists in ``__all__``, by its name below ``fluid``."""
    found = {}
    for name in modules():
        module, below = import_module(name), name[len("paddle_compat.fluid") :].lstrip(".")
        for listed in getattr(module, "__all__", []):
            thing = getattr(module, listed)
            home = below if below == "layers.utils" else next((p for p in SPREAD if below.startswith(f"{p}.")), below)
            readable = listed not in UNREADABLE and home not in ("core", "core_avx")
            if callable(thing) and not isinstance(thing, Gone) and readable:
                found[f"{home}.{listed}".lstrip(".")] = thing
    return {name: thing for name, thing in sorted(found.items()) if name not in OLDER}


RULES = rules()


def definitions():
    """Every function or class statement at the top of a file, with its file and the class's ``__init__``."""
    for path in sorted(path for tree in ("complex", "fluid") for path in (ROOT / tree).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield path, node, node
            elif isinstance(node, ast.ClassDef):
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
                        yield path, node, inner


DEFINITIONS = {f"{path.relative_to(ROOT).as_posix()}:{node.name}": (node, body) for path, node, body in definitions()}


def declared(node):
    """The names that ``@dropped(...)`` gives a reason for."""
    calls = [d for d in node.decorator_list if isinstance(d, ast.Call) and ast.unparse(d.func) == "dropped"]
    return {keyword.arg for call in calls for keyword in call.keywords}


@pytest.mark.parametrize("where", DEFINITIONS)
def test_a_parameter_is_used_or_declared(where):
    node, body = DEFINITIONS[where]
    names = [arg.arg for arg in [*body.args.posonlyargs, *body.args.args, *body.args.kwonlyargs]]
    used = {name.id for statement in body.body for name in ast.walk(statement) if isinstance(name, ast.Name)}
    unused = set(names) - used - {"self"}
    assert unused == declared(node)


@pytest.mark.parametrize("where", DEFINITIONS)
def test_it_says_what_it_is_for(where):
    node, _ = DEFINITIONS[where]
    assert ast.get_docstring(node)


@pytest.fixture(scope="module")
def theirs(harness):
    source = (Path(harness.__file__).parent / "signatures.py").read_text(encoding="utf-8")
    return harness.ask("signatures", f"{source}\nanswer.update(signatures({list(RULES)!r}))\n")


@pytest.mark.oracle
@pytest.mark.parametrize("name", RULES)
def test_signature_is_185s(theirs, name):
    wanted = str(theirs[name])
    assert wanted, f"1.8.5 has no paddle.fluid.{name}"
    got, wanted = parameters(RULES[name]), json.loads(wanted)
    wanted = [[parameter, DTYPES.get(default, default)] for parameter, default in wanted]
    wanted = [[parameter, "None" if str(default).endswith(" object>") else default] for parameter, default in wanted]
    if RULES[name].__module__.startswith("paddle_compat."):
        assert got == wanted
    elif wanted != [["args", None], ["kwargs", None]]:  # a move: today's callable may take more, after 1.8.5's
        assert [parameter for parameter, _ in got[: len(wanted)]] == [parameter for parameter, _ in wanted]


HOMES = """
import importlib, json
modules = ["nn", "tensor", "ops", "loss", "control_flow", "metric_op"]
listed = {m: importlib.import_module("paddle.fluid.layers." + m).__all__ for m in modules}
answer["homes"] = np.array(json.dumps(listed))
"""


@pytest.mark.oracle
def test_layers_are_in_the_modules_they_were_in(harness):
    """``fluid.layers.nn.relu`` is an address that scripts use."""
    import paddle_compat.fluid.layers as layers

    for module, listed in json.loads(str(harness.ask("homes", HOMES)["homes"])).items():
        ours = getattr(layers, module)
        assert [name for name in listed if hasattr(layers, name) and not hasattr(ours, name)] == []
        if module == "nn":  # nothing of it stands there: the list is 1.8.5's
            assert sorted(ours.__all__) == sorted(set(listed))


DTYPES = {"VarType.FP32": "'float32'", "VarType.LOD_TENSOR": "None"}


def parameters(thing):
    found = inspect.signature(thing.__init__ if inspect.isclass(thing) else thing).parameters.values()
    return [[p.name, None if p.default is p.empty else repr(p.default)] for p in found if p.name != "self"]


def test_compat_never_imports_libcst():
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, (ast.Import, ast.ImportFrom)) else []
            assert not any("libcst" in name for name in [*names, getattr(node, "module", None) or ""])


def test_every_door_has_a_list():
    lacking = [name for name in modules() if not hasattr(import_module(name), "__all__")]
    assert lacking == []


def test_no_name_is_listed_twice_with_two_meanings():
    for name in modules():
        module = import_module(name)
        assert all(hasattr(module, listed) for listed in module.__all__)


def test_paddle_is_left_alone():
    """Nothing of ours hangs on Paddle's own classes, whatever was imported (law 3), but what stands around a method of
    theirs and asks who calls: code that is not fluid's gets theirs."""
    import_module("paddle_compat.fluid")
    for owner in [paddle.Tensor, paddle.nn.Layer, paddle.optimizer.Optimizer, paddle.nn.Conv2D]:
        ours = {key: value for key, value in vars(owner).items()
                if "paddle_compat" in str(getattr(value, "__module__", ""))}
        assert [key for key, value in ours.items() if not hasattr(value, "__wrapped__")] == []
        assert not ours or owner is paddle.Tensor
