"""Names that other files reach through a module as a value."""

from __future__ import annotations

import pytest
from paddle_migrate.batch.finding import Walk
from paddle_migrate.options import Options
from paddle_migrate.project.project import Project
from paddle_migrate.project.reached import reached
from paddle_migrate.run import Run

OURS = "from paddle.fluid.layers import *\ndef block(x):\n    return relu(fc(x, 3))\n"
FLUID = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\n"


def asked(folder, **files):
    for name, text in {"ours": OURS, **files}.items():
        (folder / f"{name}.py").write_text(text)
    bases = dict.fromkeys(folder.glob("*.py"), folder)
    path = folder / "ours.py"
    return reached(path, path.read_bytes(), Project(bases, bases.values()))


@pytest.mark.parametrize(
    "text",
    [
        "import ours\ny = getattr(ours, 'mean')(x)\n",
        "import ours as o\nfor name in ['mean', 'tanh']:\n    x = getattr(o, name)(x)\n",
        "import ours\nclass Net:\n    L = ours\n    def f(self, x):\n        return self.L.mean(x)\n",
        "import ours\ndef build(layers, x):\n    return layers.mean(x)\nbuild(ours, x)\n",
        "import ours\ny = ours.__dict__['mean'](x)\n",
        "import ours\nours = ours if a else b\ny = ours.mean(x)\n",
        "import ours\nclass Net:\n    def __init__(self, layers):\n        layers.mean(x)\nNet(layers=ours)\n",
    ],
)
def test_a_module_as_a_value(tmp_path, text):
    assert asked(tmp_path, main=FLUID + text)["mean"] == "main.py"


@pytest.mark.parametrize(
    "text",
    [
        "import ours\ny = ours.mean(x)\n",
        "from ours import mean\ny = mean(x)\n",
        "from ours import *\ny = mean(x)\n",
        "import ours as o\nf = o.mean\n",
        "print('mean')\n",
    ],
)
def test_what_is_followed_by_its_name(tmp_path, text):
    assert asked(tmp_path, main=FLUID + text) == {}


def test_arrays_have_methods_of_these_names(tmp_path):
    text = "import ours\ndef f(layers, x):\n    return x.mean() + layers.block(x)\nf(ours, x)\nfc(x, act='relu')\n"
    assert set(asked(tmp_path, main=FLUID + text)) & {"mean", "relu"} == set()


def migrated(folder, **files):
    for name, text in {"ours": OURS, **files}.items():
        (folder / f"{name}.py").write_text(text)
    run = Run(Options(), write=True)
    run.all(Walk([folder]))
    return (folder / "ours.py").read_text(), run.counts["person"]


def test_its_import_stays_where_its_users_stay(tmp_path):
    ours, left = migrated(tmp_path, main=f"{FLUID}import ours\ny = getattr(ours, 'mean')(ours.block(x))\n")
    assert "from paddle.fluid.layers import *\n" in ours
    assert left == 1


def test_its_import_goes_where_they_are_rewritten(tmp_path):
    ours, left = migrated(tmp_path, main=f"{FLUID}import ours\ny = ours.mean(ours.block(x))\n")
    assert "fluid" not in ours
    assert left == 0


def test_a_star_alone(tmp_path):
    star, main = "from paddle.fluid.layers import *\n", f"{FLUID}import ours\ny = ours.mean(x)\n"
    ours, left = migrated(tmp_path, ours=star, main=main)
    assert (ours.strip(), left) == ("", 0)
