"""Legacy names that come through another module of the project."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.api import migrate_module
from paddle_migrate.cli import main
from paddle_migrate.options import Options
from paddle_migrate.project.borrowed import with_own_imports
from paddle_migrate.project.project import Project

UTILS = "import paddle.fluid as fluid\nL = fluid.layers\n\n\ndef conv(x):\n    return L.relu(x)\n"


@pytest.fixture
def project(tmp_path):
    """Write files (text by name), migrate all, return the texts."""

    def migrate(files, *options):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        for _ in range(2):  # the second run changes nothing
            result = CliRunner().invoke(main, ["-w", *options, str(tmp_path)])
            assert result.exit_code == 0, result.output
            new = {name: (tmp_path / name).read_text() for name in files}
            files, seen = new, files
        assert seen == new
        return new

    return migrate


def own(path: Path, text: str, *roots: Path) -> str:
    """The text with imports of its own, before anything is rewritten; the same text when nothing is certain."""
    found = with_own_imports(text, path, Project([], roots or [path.parent]))
    return found.text if found else text


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_names_and_what_else_is_imported_beside_them(project, jobs):
    user = "from utils import fluid, L as K, conv  # why\n\ny = conv(fluid.layers.sqrt(K.relu(x)))\n"
    others = {f"f{i}.py": "import paddle\n" for i in range(20)}  # so many that processes are started
    new = project({"train.py": user, "utils.py": UTILS, **others}, "-j", jobs)
    assert new["utils.py"] == "import paddle.nn.functional as F\n\n\ndef conv(x):\n    return F.relu(x)\n"
    assert new["train.py"] == (
        "import paddle\nimport paddle.nn.functional as F\nfrom utils import conv  # why\n\n"
        "y = conv(paddle.sqrt(F.relu(x)))\n"
    )


def test_star_imports_through_a_package(project):
    new = project(
        {
            "pkg/__init__.py": "from .layers_util import *\n",
            "pkg/layers_util.py": "from paddle.fluid.layers import *\nimport paddle.fluid as fluid\n",
            "pkg/net.py": "from .layers_util import *\n\ny = relu(fluid.layers.sqrt(x))\n",
            "train.py": "from pkg import *\n\ny = relu(fluid.layers.sqrt(x))\n",
        }
    )
    assert new["pkg/layers_util.py"] == ""
    modern = "import paddle\nimport paddle.nn.functional as F\nfrom {} import *\n\ny = F.relu(paddle.sqrt(x))\n"
    assert new["pkg/net.py"] == modern.format(".layers_util")
    assert new["train.py"] == modern.format("pkg")


def test_what_is_left_to_a_person_has_its_import(project):
    user = "from utils import fluid\n\ny = fluid.layers.no_such(x)\n"
    new = project({"train.py": user, "utils.py": UTILS})
    assert new["train.py"] == "import paddle.fluid as fluid\n\ny = fluid.layers.no_such(x)\n"


@pytest.mark.parametrize(
    ("user", "modern"),
    [
        ("import utils\n\ny = utils.conv(utils.fluid.layers.relu(x))\n", "import utils\n\ny = utils.conv({relu}(x))\n"),
        ("import utils as u\n\ny = u.L.relu(u.fluid.layers.relu(x))\n", "import utils as u\n\ny = {relu}({relu}(x))\n"),
        ("from pkg import utils\n\ny = utils.fluid.layers.relu(x)\n", "from pkg import utils\n\ny = {relu}(x)\n"),
        ("import pkg.utils\n\ny = pkg.utils.fluid.layers.relu(x)\n", "import pkg.utils\n\ny = {relu}(x)\n"),
        ("utils = __import__('utils')\n\ny = utils.L.relu(x)\n", "utils = __import__('utils')\n\ny = {relu}(x)\n"),
        ("import pkg.utils, pkg.b\ny = pkg.utils.L.relu(x)\n", "import pkg.utils, pkg.b\ny = {relu}(x)\n"),
    ],
)
def test_through_a_module_as_a_whole(project, user, modern):
    files = {"utils.py": UTILS, "pkg/__init__.py": "", "pkg/utils.py": UTILS, "pkg/b.py": ""}
    new = project({"train.py": user, **files})
    expected = "import paddle.nn.functional as F\n" + modern.replace("{relu}", "F.relu")
    assert new["train.py"] == expected


def test_through_a_module_of_the_same_package(project):
    user = "from . import utils\n\nutils.fluid.layers.relu(x)\n"
    new = project({"pkg/__init__.py": "", "pkg/utils.py": UTILS, "pkg/a.py": user})
    assert new["pkg/a.py"] == "import paddle.nn.functional as F\nfrom . import utils\n\nF.relu(x)\n"


def test_through_a_module_in_a_file_that_has_the_name(project):
    """Its own fluid serves; a name that means something else there is not taken."""
    user = "import paddle.fluid as fluid\nimport utils\n\nfluid.layers.relu(utils.fluid.layers.relu(x))\n"
    new = project({"train.py": user, "utils.py": UTILS})
    assert new["train.py"] == "import paddle.nn.functional as F\nimport utils\n\nF.relu(F.relu(x))\n"
    user = "import utils\n\nfluid = 3\nutils.fluid.layers.no_such(fluid)\n"
    new = project({"train.py": user, "utils.py": UTILS})
    assert new["train.py"] == (
        "import paddle.fluid as paddle_fluid\nimport utils\n\nfluid = 3\npaddle_fluid.layers.no_such(fluid)\n"
    )


@pytest.mark.parametrize(
    "user",
    [
        "import utils\n\nutils = Other()\ny = utils.fluid.layers.relu(x)\n",
        "import utils\n\n\ndef f(utils):\n    return utils.fluid.layers.relu(x)\n",
        "import utils\n\nutils.fluid = None\n",
        "import utils\n\ny = utils.conv(x)\n",
        "import utils\n\ny = utils.fluid.layers.relu(x)  # paddle-migrate: skip\n",
    ],
)
def test_through_a_module_must_not_change(tmp_path, user):
    (tmp_path / "utils.py").write_text(UTILS)
    assert own(tmp_path / "train.py", user) == user


def test_a_module_that_only_hands_on(project):
    new = project({"a.py": UTILS, "b.py": "from a import fluid, conv\n", "c.py": "from b import fluid\nfluid.Layer\n"})
    assert new["b.py"] == "from a import conv\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from utils import L", "from paddle.fluid import layers as L"),
        (
            "from utils import (\n    L,  # one\n    conv,\n)",
            "from paddle.fluid import layers as L\nfrom utils import (\n    # one\n    conv,\n)",
        ),
        ("from utils import conv, \\\n    L", "from paddle.fluid import layers as L\nfrom utils import conv"),
        ("x = 1; from utils import L, conv", "x = 1; from paddle.fluid import layers as L; from utils import conv"),
        ("if 1: from utils import L", "if 1: from paddle.fluid import layers as L"),
        (
            "def f():\n\tfrom utils import conv, L",
            "def f():\n\tfrom paddle.fluid import layers as L\n\tfrom utils import conv",
        ),
        ("é = 'é'; from utils import L, conv", "é = 'é'; from paddle.fluid import layers as L; from utils import conv"),
    ],
)
def test_the_form_of_the_import(tmp_path, before, after):
    (tmp_path / "utils.py").write_text(UTILS)
    assert own(tmp_path / "a.py", before + "\n") == after + "\n"


def test_findings_stand_at_the_old_lines(tmp_path):
    (tmp_path / "utils.py").write_text(UTILS)
    text = "from utils import fluid, L, conv\n\nfluid.layers.no_such(x)\nL.relu(x)\n"
    result = migrate_module(text, tmp_path / "a.py", Options(), Project([], [tmp_path]))
    assert [(f.line, f.code) for f in result.findings] == [(1, "PM115"), (1, "PM115"), (3, "PM301"), (4, "PM101")]


@pytest.mark.parametrize(
    "utils",
    [
        "try:\n    import paddle.fluid as fluid\nexcept ImportError:\n    raise\n",
        "try:\n    import paddle.fluid as fluid\nexcept ImportError:\n    fluid = None\n",
        "try:\n    from paddle import fluid\nfinally:\n    done()\n",
        "import sys\nif 'old' in sys.argv:\n    import paddle.fluid as fluid\n",
        "import warnings\nwith warnings.catch_warnings():\n    import paddle.fluid as fluid\n",
    ],
)
def test_what_a_block_imports(project, utils):
    new = project({"utils.py": utils, "a.py": "from utils import fluid\nx = fluid.layers.relu(y)\n"})
    assert new["a.py"] == "import paddle.nn.functional as F\nx = F.relu(y)\n"
    assert "fluid" not in new["utils.py"].replace("fluid = None", "")


@pytest.mark.parametrize(
    "utils",
    [
        "try:\n    import paddle.fluid as L\nexcept ImportError:\n    L = other\n",
        "import paddle.fluid as L\nL = wrap(L)\n",
        "import paddle.fluid as L\ndef f():\n    global L\n    L = None\n",
        "import paddle.fluid as fluid\nL = fluid.layers.relu(x)\n",
        "import paddle.fluid as fluid\ndef L():\n    pass\n",
        "import paddle.fluid as fluid\nfor L in fluid.layers, fluid:\n    pass\n",
        "from paddle.nn import functional as L\n",
        "import paddle.fluid as fluid, numpy as L\n",
        "from a import L\nimport paddle\n",  # a circle
        "import paddle\nimport paddle.fluid\npaddle = other\nL = paddle.fluid.layers\n",
        "import paddle\nimport other as paddle\nL = paddle.fluid.layers\n",
        "import paddle.fluid as L\nprint 'Python 2'\n",
    ],
)
def test_what_is_not_certain_is_left(tmp_path, utils):
    (tmp_path / "utils.py").write_text(utils)
    text = "from utils import L\n\nL.relu(x)\n"
    (tmp_path / "a.py").write_text(text)
    assert own(tmp_path / "a.py", text) == text


@pytest.mark.parametrize(
    ("exported", "brings"),
    [
        ("", True),
        ("__all__ = ['fluid']\n", True),
        ("__all__ = ['conv']\n", False),
        ("__all__ = []\n", False),
        ("__all__ = ['fluid']\n__all__ += ['conv']\n", False),
        ("__all__ = [n for n in dir()]\n", False),
    ],
)
def test_a_star_brings_what_all_lists(tmp_path, exported, brings):
    (tmp_path / "utils.py").write_text(UTILS + exported)
    text = "from utils import *\nfluid.layers.relu(x)\n"
    assert (own(tmp_path / "a.py", text) != text) is brings


@pytest.mark.parametrize(
    "text",
    [
        "from utils import *\nprint(fluids)\n",  # reads nothing legacy
        "from utils import *\nfluid = None\nfluid.layers\n",  # has its own
        "from utils import conv\n",
        "from other import fluid\nfluid.layers.relu(x)\n",  # no module of the project
        "from . import utils\n",
        "import utils\n",
        "from utils import L  # paddle-migrate: skip\n",
        "# paddle-migrate: skip-file\nfrom utils import L\n",
        "from utils import L; print 'Python 2'\n",
    ],
)
def test_must_not_change(tmp_path, text):
    (tmp_path / "utils.py").write_text(UTILS)
    assert own(tmp_path / "a.py", text) == text


def test_two_modules_of_one_name(tmp_path):
    """Which of the two Python finds depends on the script that is started; alike, it does not matter."""
    (tmp_path / "tools").mkdir()
    (tmp_path / "utils.py").write_text(UTILS)
    (tmp_path / "tools" / "utils.py").write_text("L = None\n")
    text, file = "from utils import L\nL.relu(x)\n", tmp_path / "tools" / "a.py"
    assert own(file, text, tmp_path) == text
    (tmp_path / "tools" / "utils.py").write_text(UTILS)
    assert own(file, text, tmp_path) == "from paddle.fluid import layers as L\nL.relu(x)\n"


@pytest.mark.parametrize("here", ["", "tools"])
def test_of_a_file_by_itself_the_current_folder_is_the_root(tmp_path, monkeypatch, here):
    (tmp_path / "tools").mkdir()
    (tmp_path / "utils.py").write_text(UTILS)
    text, file = "from utils import L\nL.relu(x)\n", tmp_path / "tools" / "a.py"
    monkeypatch.chdir(tmp_path / here)
    changed = own(file, text, file) != text
    assert changed is (here == "")


def test_the_standard_librarys_names_are_its_own(tmp_path):
    (tmp_path / "types.py").write_text(UTILS)
    text = "from types import L\n"
    assert own(tmp_path / "a.py", text) == text


@pytest.mark.parametrize("name", ["sched", "queue", "profile", "token"])
def test_a_script_has_its_own_file_instead_of_the_standard_librarys(tmp_path, name):
    (tmp_path / f"{name}.py").write_text(UTILS)
    text = f"from {name} import L\nL.relu(x)\n"
    assert f"from {name} import L" not in own(tmp_path / "a.py", text)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.py").write_text(text)  # the folder above is no script's
    assert own(tmp_path / "inner" / "a.py", text) == text
    (tmp_path / "__init__.py").write_text("")  # nor is that of a package
    assert own(tmp_path / "a.py", text) == text


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_cache_looks_again_when_the_other_module_changes(tmp_path, monkeypatch, jobs):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "in"
    folder.mkdir()
    for i in range(20):
        (folder / f"f{i}.py").write_text("from utils import L\ny = L.no_such(x)\n")
    (folder / "utils.py").write_text("L = None\n")
    arguments = ["--check", "-j", jobs, str(folder)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    (folder / "utils.py").write_text(UTILS)
    for _ in range(2):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 1
        assert "20 line(s) in 20 file(s) wait for a person" in result.stderr
    (folder / "utils.py").write_text("L = None\n")
    assert CliRunner().invoke(main, arguments).exit_code == 0


@pytest.mark.parametrize(
    ("user", "new"),
    [
        ("from todays import *\ny = paddle.fluid.layers.relu(x)\n", 1),
        ("import paddle.fluid as f\nfrom todays import *\ndef g():\n    import paddle\n    return paddle.base\n", 0),
        ("from todays import *\ny = paddle.nn.functional.relu(x)  # paddle.fluid\n", 0),
    ],
)
def test_plain_paddle_is_legacy_where_fluid_is_reached_through_it(tmp_path, user, new):
    (tmp_path / "todays.py").write_text("import paddle\nfrom paddle.fluid import framework\n")
    given = own(tmp_path / "user.py", user)
    assert given.count("import paddle\n") == user.count("import paddle\n") + new
    assert (given == user) == (new == 0)


@pytest.mark.parametrize("imports", ["import paddle\nimport paddle.fluid", "import paddle.fluid\nimport paddle",
                                     "import paddle, paddle.fluid", "import paddle.fluid, paddle.fluid.layers"])
@pytest.mark.parametrize("taken", ["*", "L"])
def test_a_package_that_is_imported_in_parts(project, imports, taken):
    new = project({"utils.py": f"{imports}\nL = paddle.fluid.layers\n",
                   "train.py": f"from utils import {taken}\n\ny = L.relu(x)\n"})
    assert "fluid" not in new["utils.py"]
    assert new["train.py"].endswith("\ny = F.relu(x)\n")
    assert "import paddle.nn.functional as F\n" in new["train.py"]


@pytest.mark.parametrize(("name", "init", "found"), [
    ("paddlerec.core.model", True, True),
    ("paddlerec", True, True),
    ("paddlerec.core.model", False, False),  # no package
    ("rec.core.model", True, False),
    ("paddlerec.core.other", True, False),
])
def test_a_folder_that_is_a_package_under_its_name_in_small_letters(tmp_path, name, init, found):
    root = tmp_path / "PaddleRec"
    (root / "core").mkdir(parents=True)
    (root / "models").mkdir()
    for path in [*[root / "__init__.py"] * init, root / "core" / "__init__.py", root / "core" / "model.py"]:
        path.write_text(UTILS)
    modules = Project(sorted(root.rglob("*.py")), [root]).modules(root / "models" / "net.py", name)
    assert bool(modules) is found
    assert all(root in module.path.parents for module in modules)


def test_helpers_stand_inside_of_such_a_folder(tmp_path):
    root = tmp_path / "PaddleRec"
    (root / "core").mkdir(parents=True)
    (root / "__init__.py").write_text("")
    (root / "core" / "__init__.py").write_text("")
    text = "import paddle.fluid as fluid\nx = fluid.data('x', [2, 2])\ny = fluid.layers.gather(x, x)\n"
    for name in "abc":
        (root / "core" / f"{name}.py").write_text(text)
        (root / f"{name}.py").write_text(f"from paddlerec.core.{name} import y\n{text}")
    result = CliRunner().invoke(main, ["-w", str(root)])
    assert result.exit_code == 0, result.output
    assert [path.name for path in tmp_path.iterdir()] == ["PaddleRec"]
