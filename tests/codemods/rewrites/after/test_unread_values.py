"""A value that only dropped arguments read: its assignment goes with them."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.batch.finding import Walk
from paddle_migrate.run import Run

HEAD = "import numpy as np\nimport paddle.fluid as fluid\n\n\n"
NEW_HEAD = "import numpy as np\nimport paddle.nn.functional as F\n\n\n"


def of(before, body):
    """A function whose `name=` is dropped."""
    return f"{before}def net(x, i, given):\n{body}"


RETURN, NEW_RETURN = "    return fluid.layers.relu(x, name=name)\n", "    return F.relu(x)\n"


@pytest.mark.parametrize(
    ("body", "new"),
    [
        ("    name = 'conv%d' % i\n", ""),
        ("    name = 'conv_{}'.format(i)  # of each\n", ""),
        ("    # of each\n    name = getattr(given, 'name', None)\n\n", "\n"),
        ("    stem = 'conv' + str(i)\n    name = stem + '_1'\n", ""),
        ("    name = np.asarray([[1]])[0]\n", ""),
        ("    x = x + 1\n    # of both\n    name = 'a'\n    x = x * 2\n",
         "    x = x + 1\n    # of both\n    x = x * 2\n"),
        ("    x = x + 1; name = 'a'\n", "    x = x + 1\n"),
        ("    if i:\n        name = given.name\n", ""),
        ("    name = 'a'\n    print(given.name)\n", "    print(given.name)\n"),
        ("    # the name\n    name = 'a'\n    x = [\n        'name' in given,  # its name\n    ]\n", None),
        ("    # the name\n    name = 'a'\n    x = [\n        'nam' in given,  # its name\n    ]\n",
         "    # the name\n    x = [\n        'nam' in given,  # its name\n    ]\n"),
    ],
)
def test_nobody_reads_it(check_transformed, body, new):
    after = of(NEW_HEAD, (body if new is None else new) + NEW_RETURN)
    result = check_transformed(of(HEAD, body + RETURN), after)
    said = [finding.name for finding in result.findings if "nothing reads it" in finding.message]
    assert bool(said) == (new is not None)


@pytest.mark.parametrize(
    "body",
    [
        "    name = given()\n",  # does more
        "    name = given.pop()\n",
        "    name = 'a'\n    if i:\n        name = 'b'\n",
        "    name = 'a'\n    print(name)\n",
        "    name = 'a'\n    x = x + len(locals())\n",
        "    name = 'a'\n    x = [f'{name}' for each in x]\n",
        "    name = 'a'  # paddle-migrate: skip\n",
        "    unread = 'a'\n    name = i.pop()\n",  # as it was before
        "    global name\n    name = 'a'\n",
        "    name = 'a'\n    def inner():\n        return name\n    x = inner() + x\n",
    ],
)
def test_what_stays(check_transformed, body):
    check_transformed(of(HEAD, body + RETURN), of(NEW_HEAD, body + NEW_RETURN))


@pytest.mark.parametrize("call", ["fluid.layers.nobody(x, name=name)", "net(fluid.layers.relu(x), name=name)"])
def test_what_is_not_dropped(check_transformed, call):
    rewritten = "F.relu(x)" in call.replace("fluid.layers.relu", "F.relu")
    before = of(HEAD, f"    name = 'a'\n    return {call}\n")
    if rewritten:
        check_transformed(before, of(NEW_HEAD, f"    name = 'a'\n    return {call.replace('fluid.layers', 'F')}\n"))
    else:
        check_transformed(before, before)


TOP = "import paddle.fluid as fluid\n\n# of all layers\nuse_cudnn = False\n\n\n"
LAYER = "def net(x):\n    return fluid.layers.softmax(x, use_cudnn=use_cudnn)\n"


def migrated(folder, others):
    """What `net.py` becomes beside other files."""
    for name, text in {"net.py": TOP + LAYER, **others}.items():
        (folder / name).write_text(text)
    Run(Options(), write=True).all(Walk([folder]))
    return (folder / "net.py").read_text()


def test_at_the_top_of_a_file(tmp_path):
    others = {"train.py": "import net\n", "other.py": "use_cudnn = True\n"}
    assert migrated(tmp_path, others) == (
        "import paddle.nn.functional as F\n\n\ndef net(x):\n    return F.softmax(x)\n"
    )


@pytest.mark.parametrize("text", ["from net import use_cudnn\n", "import net\nprint(net.use_cudnn)\n"])
def test_another_file_names_it(tmp_path, text):
    assert "# of all layers\nuse_cudnn = False\n" in migrated(tmp_path, {"train.py": text})


def test_a_text_alone_may_be_imported(check_transformed):
    check_transformed(TOP + LAYER, TOP.replace("paddle.fluid as fluid", "paddle.nn.functional as F") + (
        "def net(x):\n    return F.softmax(x)\n"
    ))
