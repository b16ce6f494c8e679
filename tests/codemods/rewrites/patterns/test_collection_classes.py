"""Classes of collections that stand in collections.abc alone since Python 3.10, in programs that use fluid."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_module
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
MODERN = "import paddle.nn.functional as F\ny = F.relu(x)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import collections\nisinstance(x, collections.Mapping)",
         "import collections.abc\nisinstance(x, collections.abc.Mapping)"),
        ("import os, collections\nx = [collections.Callable, collections.deque]",
         "import os, collections.abc\nx = [collections.abc.Callable, collections.deque]"),
        ("import collections\nclass A(collections.Sequence):\n    pass",
         "import collections.abc\nclass A(collections.abc.Sequence):\n    pass"),
        ("def f(x):\n    import collections\n    for y in x:\n        if g(y, collections.Set):\n            return y",
         "def f(x):\n    import collections.abc\n    for y in x:\n        if g(y, collections.abc.Set):\n"
         "            return y"),
        ("from collections import Mapping", "from collections.abc import Mapping"),
        ("from collections import Mapping as M, OrderedDict as O",
         "from collections import OrderedDict as O\nfrom collections.abc import Mapping as M"),
        ("from collections import (\n    Iterable,  # of numbers\n    Sized)",
         "from collections.abc import (\n    Iterable,  # of numbers\n    Sized)"),
        ("if x:\n    from collections import Hashable, deque; a()",
         "if x:\n    from collections import deque; from collections.abc import Hashable; a()"),
        ("try:\n    from collections import Iterable\nexcept ImportError:\n    Iterable = list",
         "try:\n    from collections.abc import Iterable\nexcept ImportError:\n    Iterable = list"),
    ],
)
def test_classes(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"{MODERN}{after}\n")


def test_by_another_name(check_transformed):
    """The module is imported by its name, too: Python has it as an attribute of the other only then."""
    check_transformed(f"import collections as c\n{HEAD}x = c.Mapping\n",
                      "import collections as c\nimport collections.abc\n" + MODERN + "x = c.abc.Mapping\n")


@pytest.mark.parametrize("text", [
    "import collections\nx = collections.OrderedDict(), collections.abc.Mapping",
    "from collections import OrderedDict, deque",
    "from collections.abc import Mapping",
    "from .collections import Mapping",
    "from other import collections\nx = collections.Mapping",
    "import collections\ncollections.Mapping = dict",
    "import collections\nx = collections.Mapping  # paddle-migrate: skip",
    "try:\n    from collections.abc import Sequence\nexcept ImportError:\n    from collections import Sequence",
    "if six.PY2:\n    from collections import Mapping, deque\nelse:\n"
    "    from collections.abc import Mapping\n    from collections import deque",
    "def f(collections):\n    return collections.Mapping",
])
def test_what_stays(check_transformed, text):
    check_transformed(f"{HEAD}{text}\n", f"{MODERN}{text}\n")


def test_scripts_without_fluid_are_left(check_noop):
    check_noop("import paddle\nfrom collections import Mapping\n")


@pytest.mark.parametrize(("main", "changes"), [
    ("from data import f\n" + HEAD, True), ("from data import f\n", False), (HEAD, False)])
@pytest.mark.parametrize("data", [
    "from collections import Mapping\n",
    "import collections\nf = collections.Mapping\n",
    "import collections as c\nf = c.Mapping\n",
    "from collections import (deque,\n  Sequence)\n",
])
def test_files_of_a_program(data, main, changes, tmp_path):
    """They are imported where fluid is; what belongs to no such program stays."""
    (tmp_path / "data.py").write_text(data)
    (tmp_path / "main.py").write_text(main)
    project = Project([tmp_path / "data.py", tmp_path / "main.py"], [tmp_path])
    new = migrate_module(data, tmp_path / "data.py", Options(), project).text
    assert (new != data) == changes == (".abc" in new)
