"""The start-up hook: what it answers for, what it leaves alone."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import paddle_compat
import pytest

COMPAT = Path(paddle_compat.__file__).parents[1]
QUIET = ["-W", "ignore::UserWarning"]


def python(code, folder=None, hook=True, **environment):
    """What ``code`` prints in an interpreter that starts as one with the package installed does, or without it."""
    # where the package is installed, the hook has run: take it out again
    by_hand = f"""
import sys
sys.path.append({str(COMPAT)!r})
ours = lambda f: hasattr(f, "wakes") or type(f).__module__.startswith("paddle_compat")
sys.meta_path[:] = [f for f in sys.meta_path if not ours(f)]
for name in [n for n in sys.modules if n.startswith("paddle_compat")]:
    del sys.modules[name]
"""
    start = f"import site; site.addsitedir({str(COMPAT)!r})\n" if hook else by_hand
    environment = {**os.environ, "PYTHONPATH": str(folder or ""), "PADDLE_COMPAT": "1", **environment}
    command = [sys.executable, *QUIET, "-c", start + textwrap.dedent(code)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture
def fake(tmp_path):
    """A folder with a small package that calls itself paddle."""

    def make(**files):
        for name, text in {"paddle/__init__.py": "from . import base\n", "paddle/base.py": "", **files}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return make


def test_start_up_imports_nothing_but_sys():
    code = """
        import sys
        print(*[name for name in sorted(set(sys.modules) - before) if not name.startswith("paddle_compat")])
    """
    start = f"import sys, site; before = set(sys.modules); site.addsitedir({str(COMPAT)!r})\n"
    command = [sys.executable, "-c", start + textwrap.dedent(code)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == []


def test_both_start_up_files_lead_to_the_same_module():
    assert (COMPAT / "paddle_migrate.start").read_text().strip() == "paddle_compat._finder:install"
    line = (COMPAT / "paddle_migrate.pth").read_text()
    assert line.startswith("import ")
    assert line.count("\n") == 1
    assert "paddle_compat._finder" in line


def alone(code):
    """Run ``code`` in an interpreter that no start-up file has touched."""
    command = [sys.executable, "-I", "-S", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)


def test_paddle_is_imported_where_the_package_is_gone(fake):
    """An editable install leaves its start-up file behind when its folder goes."""
    line = (COMPAT / "paddle_migrate.pth").read_text()
    code = f"{line}\nsys.path.insert(0, {str(fake())!r})\nimport paddle.base\nprint(paddle.base.__name__)"
    done = alone(code)
    assert (done.stdout, done.stderr) == ("paddle.base\n", "")


def test_the_start_up_line_waits_for_paddle(fake):
    """Python reads the file twice in a virtual environment; finders that others put in front stay in front."""
    line = (COMPAT / "paddle_migrate.pth").read_text()
    code = f"""
import sys
def finders():
    return ["waiting" if hasattr(f, "wakes") else getattr(f, "__name__", type(f).__name__) for f in sys.meta_path[:2]]
{line}{line}
class Other:
    find_spec = staticmethod(lambda *args: None)
sys.path[:0] = [{str(fake())!r}, {str(COMPAT)!r}]
import json
print(*finders(), "paddle_compat" in sys.modules)
sys.meta_path.insert(0, Other())
import paddle.base
print(*finders(), sum(hasattr(f, "wakes") for f in sys.meta_path))
"""
    done = alone(code)
    assert done.stdout.splitlines() == ["waiting BuiltinImporter False", "Other Finder 0"], done.stdout


def test_the_modules_are_the_same_objects():
    code = """
        import paddle.fluid as fluid, paddle.fluid.dygraph.nn, paddle_compat.fluid.dygraph.nn, sys
        from paddle.fluid.layers import relu
        print(paddle.fluid.dygraph.nn is paddle_compat.fluid.dygraph.nn, fluid is paddle_compat.fluid)
        print(fluid.layers.relu is relu, fluid.__spec__.name, fluid.__name__)
    """
    assert python(code) == ["True", "True", "True", "paddle_compat.fluid", "paddle_compat.fluid"]


def test_a_bare_import_reaches_fluid():
    code = """
        import paddle
        listed, loaded = "fluid" in dir(paddle), "paddle_compat.fluid" in __import__("sys").modules
        print(listed, loaded, paddle.fluid.layers.relu.__name__)
    """
    assert python(code) == ["False", "False", "relu"]


def test_complex_is_a_package_and_todays_function():
    code = """
        from paddle.complex import matmul
        from paddle.complex.tensor.math import kron
        import paddle, paddle.complex as cpx
        import paddle.complex.tensor.linalg
        print(cpx is paddle.complex is paddle.tensor.complex, cpx.matmul is matmul, cpx.kron is kron)
        print(paddle.complex.tensor.linalg.matmul is matmul, paddle.complex(paddle.ones([1]), paddle.ones([1])).item())
        from paddle.complex import *
        print(elementwise_add is cpx.elementwise_add, "tensor" in globals())
    """
    assert python(code) == ["True", "True", "True", "True", "(1+1j)", "True", "False"]


def test_complex_has_its_names_as_soon_as_fluid_is_there():
    code = """
        import paddle
        before = hasattr(paddle.complex, "matmul")
        import paddle.fluid
        print(before, paddle.complex.matmul.__module__)
    """
    assert python(code) == ["False", "paddle_compat.complex.tensor.linalg"]


@pytest.mark.parametrize("off", ["switched off", "a real one"])
def test_complex_is_left_alone(fake, off):
    """Where it is turned off, and where Paddle has a package of that name or a fluid of its own."""
    code = """
        try:
            import paddle.complex
            print(paddle.complex.__name__)
        except ModuleNotFoundError as error:
            print(error.name)
    """
    if off == "switched off":
        assert python(code, PADDLE_COMPAT="0") == ["paddle.complex"]
        return
    text = "from . import base\n"
    assert python(code, fake(**{"paddle/__init__.py": text, "paddle/complex.py": ""})) == ["paddle.complex"]
    (fake() / "paddle" / "complex.py").unlink()
    assert python(code, fake(**{"paddle/fluid.py": ""})) == ["paddle.complex"]


def test_other_missing_attributes_are_missing_as_ever():
    code = """
        import paddle, traceback
        try:
            paddle.to_tensr
        except AttributeError as error:
            print(error.name, error.obj is paddle, str(error))
    """
    assert " ".join(python(code)) == "to_tensr True module 'paddle' has no attribute 'to_tensr'"


def test_unknown_fluid_modules_are_not_found():
    code = """
        try:
            import paddle.fluid.no_such_thing
        except ModuleNotFoundError as error:
            print(error.name)
    """
    assert python(code) == ["paddle.fluid.no_such_thing"]


def test_it_is_off_when_told():
    code = """
        import paddle
        try:
            import paddle.fluid
        except ModuleNotFoundError:
            print("off", hasattr(paddle, "fluid"))
    """
    assert python(code, PADDLE_COMPAT="0") == ["off", "False"]


def test_install_does_it_by_hand_after_paddle_too():
    code = """
        import zlib, paddle, paddle_compat, sys
        paddle_compat.install(), paddle_compat.install()
        print(sum(type(finder).__module__ == "paddle_compat._finder" for finder in sys.meta_path))
        print(paddle.fluid.layers.relu.__name__)
    """
    assert python(code, hook=False) == ["1", "relu"]


def test_without_the_hook_nothing_changes():
    assert python("import zlib, paddle; print(hasattr(paddle, 'fluid'))", hook=False) == ["False"]


def test_it_gives_way_to_a_real_fluid(fake):
    folder = fake(**{"paddle/fluid/__init__.py": "real = True\n", "paddle/fluid/layers.py": "real = True\n"})
    code = """
        import paddle, sys
        print("__getattr__" in vars(paddle))
        import paddle.fluid.layers
        print(paddle.fluid.real, paddle.fluid.layers.real, paddle.fluid.__file__ == paddle.fluid.__spec__.origin)
        print(any(name.startswith("paddle_compat.fluid") for name in sys.modules))
    """
    assert python(code, folder) == ["False", "True", "True", "True", "False"]


def test_a_left_over_folder_is_no_fluid(fake):
    folder = fake(**{"paddle/fluid/leftover.txt": "", "paddle/base.py": "seen = True\n"})
    code = """
        import paddle, importlib.util
        print(importlib.util.find_spec("paddle.fluid").origin)
    """
    assert python(code, folder) == ["paddle_compat.fluid"]


def test_zlib_is_there_before_paddle(fake):
    """Paddle 2.6.2 ends the process at the first use of zlib when it was loaded first."""
    folder = fake(**{"paddle/__init__.py": "import sys; print('zlib' in sys.modules)\n"})
    hidden = "import sys; sys.modules.pop('zlib', None)\n"
    assert python(hidden + "import paddle", folder) == ["True"]


@pytest.mark.slow
def test_gzip_after_paddle_survives():
    assert python("import paddle, gzip; print(len(gzip.decompress(gzip.compress(b'x' * 1000))))") == ["1000"]


def test_importing_fluid_leaves_the_mode_alone():
    code = """
        import paddle
        before = paddle.in_dynamic_mode()
        import paddle.fluid
        print(before, paddle.in_dynamic_mode())
        paddle.enable_static()
        import paddle.fluid.layers
        print(paddle.in_dynamic_mode())
    """
    assert python(code) == ["True", "True", "False"]


def test_a_script_runs_by_module(tmp_path):
    script = tmp_path / "old.py"
    script.write_text("import sys, beside, paddle.fluid as fluid\nprint(__name__, sys.argv[1:], fluid.__name__)\n")
    (tmp_path / "beside.py").write_text("")
    command = [sys.executable, *QUIET, "-m", "paddle_compat", str(script), "--flag", "x"]
    environment = {**os.environ, "PYTHONPATH": str(COMPAT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.strip() == "__main__ ['--flag', 'x'] paddle_compat.fluid", done.stderr


def test_without_a_script_it_says_how(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(COMPAT)}
    command = [sys.executable, "-m", "paddle_compat"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.split()[0]) == (2, "usage:")


@pytest.mark.parametrize(("before", "first"), [
    ("", "root"), ("import paddle", "root"), ("logging.basicConfig(format='own %(message)s')", "own"),
])
def test_logging_is_the_scripts_own(before, first):
    """Today's import of Paddle takes the root logger, and basicConfig() did nothing behind it."""
    code = f"""
    import logging, sys
    {before}
    import paddle.fluid as fluid
    logging.basicConfig(stream=sys.stdout, level=logging.INFO, format='root %(message)s')
    logging.root.handlers[0].stream = sys.stdout
    logging.error('said')
    logging.info('too') if {first == "root"} else None
    """
    assert python(code) == ([first, "said", "root", "too"] if first == "root" else [first, "said"])
