"""What stays as it was in a class because another file makes it, too."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.project.importers import behind
from paddle_migrate.project.project import Project

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D
"""
IMPORTS = "import numpy as np\nimport paddle\nimport paddle.nn as nn\n"
X = "x = fluid.dygraph.to_variable(np.zeros([4, 3, 8, 8], 'float32'))\n"
NEW_X = "x = paddle.to_tensor(np.zeros([4, 3, 8, 8], 'float32'))\n"
NET = """\
class Net(fluid.dygraph.Layer):
    def __init__(self, name_scope{more}):
        super(Net, self).__init__(name_scope)
        self.conv = Conv2D({scope}, 4, 3)
    def forward(self, x):
        return self.conv(x)
"""
NEW_NET = """\
class Net(nn.Layer):
    def __init__(self{more}):
        super(Net, self).__init__({handed})
        self.conv = nn.Conv2D(3, 4, 3)
    def forward(self, x):
        return self.conv(x)
"""
BLOCK = """\
class Block(fluid.dygraph.Layer):
    def __init__(self, name_scope, filters):
        super(Block, self).__init__(name_scope)
        self.conv = Conv2D(self.full_name(), filters, 3)
    def forward(self, x):
        return self.conv(x)
"""


@pytest.mark.parametrize(
    "other",
    ["from net import Net\nNet('net')\n", "import net\nnet.Net(name_scope='a')\n",
     "from net import *\nnets = [Net('a')]\n", "from .net import (\n    Net)\nNet('a')\n"],
)
def test_a_name_scope_stays_where_another_file_makes_the_class(tmp_path, other):
    code = HEAD + NET.format(more="", scope="name_scope") + X + "y = Net('net')(x)\n"
    (tmp_path / "net.py").write_text(code)
    (tmp_path / "train.py").write_text(other)
    modern = IMPORTS + NEW_NET.format(more=", name_scope", handed="name_scope") + NEW_X + "y = Net('net')(x)\n"
    for given in ([tmp_path / "net.py"], sorted(tmp_path.glob("*.py"))):
        result = migrate_source(code, str(tmp_path / "net.py"), project=Project(given, given))
        assert result.text == modern
        assert result.left == []


def test_it_goes_where_other_files_have_another_net(tmp_path):
    code = HEAD + NET.format(more="", scope="name_scope") + X + "y = Net('net')(x)\n"
    (tmp_path / "net.py").write_text(code)
    (tmp_path / "train.py").write_text("from nets import Net\nNet('net')\n")
    (tmp_path / "other.py").write_text("from net import x\n")
    given = sorted(tmp_path.glob("*.py"))
    result = migrate_source(code, str(tmp_path / "net.py"), project=Project(given, [tmp_path]))
    assert result.text == IMPORTS + NEW_NET.format(more="", handed="") + NEW_X + "y = Net()(x)\n"


def test_a_size_is_not_passed_on_where_another_file_makes_the_class(tmp_path):
    code = HEAD + BLOCK + X + "a, b = Block('a', 4), Block('b', filters=6)\ny = b(a(x))\n"
    (tmp_path / "blocks.py").write_text(code)
    (tmp_path / "train.py").write_text("from blocks import Block\nBlock('c', 5)\n")
    given = sorted(tmp_path.glob("*.py"))
    result = migrate_source(code, str(tmp_path / "blocks.py"), project=Project(given, [tmp_path]))
    (finding,) = result.left
    assert finding.code == "PM309"
    assert "in this file" in finding.message


MADE = "import importlib\ndef load(name):\n    return importlib.import_module({asked})\n"


@pytest.mark.parametrize(("asked", "found"), [
    ("'nets.' + name", True), ("name", True), ("'nets.{}'.format(name)", True), ("'json'", False),
])
def test_what_a_made_name_may_import(tmp_path, asked, found):
    files = {"main.py": MADE.format(asked=asked), "nets/small.py": "", "nets/run.py": "__name__ == '__main__'\n",
             "nets/named.py": "", "above/main.py": "import nets.named\n__name__ == '__main__'\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    main = tmp_path / "main.py"
    below = behind(main, main.read_bytes(), Project(tmp_path.rglob("*.py"), [tmp_path]))
    assert ("small.py" in {path.name for path in below}) == found
    assert not {"run.py", "named.py"} & {path.name for path in below}


@pytest.mark.parametrize("asked", ["importlib.import_module('nets.small')", '__import__("nets.small")'])
def test_what_a_written_name_imports(tmp_path, asked):
    (tmp_path / "nets").mkdir()
    main = tmp_path / "main.py"
    main.write_text(f"small = {asked}\n")
    for path in (tmp_path / "nets" / "small.py", tmp_path / "other.py"):
        path.write_text("")
    below = behind(main, main.read_bytes(), Project(tmp_path.rglob("*.py"), [tmp_path]))
    assert [path.name for path in below] == ["small.py"]


@pytest.mark.parametrize(("told", "found"), [
    ("load('../shared/nets', name)", True), ("PATHS = {'net': '../shared/nets/'}", True),
    ("load('../other/nets', name)", False), ("load('nets', name)", False),
])
def test_what_lies_in_a_folder_that_is_spelt_beside(tmp_path, told, found):
    files = {"job/tools.py": MADE.format(asked="name"), "job/main.py": f"import tools, sys\n{told}\n",
             "shared/nets/small.py": "", "shared/nets/named.py": "", "shared/all.py": "import nets.named\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    main = tmp_path / "job" / "main.py"
    below = behind(main, main.read_bytes(), Project(tmp_path.rglob("*.py"), [tmp_path]))
    assert ("small.py" in {path.name for path in below}) == found
    assert "named.py" not in {path.name for path in below}
