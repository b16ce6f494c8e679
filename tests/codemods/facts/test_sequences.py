"""Whether a program has sequences, and whether the files that it is made of show what is fed."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.sequences import has_sequences, shows_their_data
from paddle_migrate.project.project import Project
from paddle_migrate.text.source import Source

NET = "import paddle.fluid as fluid\ndef net(x):\n    return fluid.layers.sequence_pool(x, 'sum')\n"
FED = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4], lod_level=1)\n"


@pytest.mark.parametrize(
    ("text", "has", "shows"),
    [
        (NET, True, False), (FED, False, True), (NET + FED, True, True),
        ("m = fluid.layers.sequence_mask(x)\n", False, False),
        ("y = fluid.layers.sequence_unpad(x, n)\n", True, True),
        ("y = sequence_pools\n", False, False),
    ],
)  # fmt: skip
def test_of_one_file(text, has, shows):
    facts = Facts.find(Source(text))
    assert (has_sequences(facts), shows_their_data(facts)) == (has, shows)


def test_of_a_program_of_several_files(tmp_path):
    files = {"net.py": NET, "train.py": f"import net\n{FED}y = net.net(x)\n", "alone.py": NET.replace("net", "other")}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    paths = {tmp_path / name: tmp_path for name in files}
    project = Project(paths, paths.values())
    found = {name: Facts.find(Source(text), project, tmp_path / name) for name, text in files.items()}
    assert [shows_their_data(found[name]) for name in files] == [True, True, False]
    assert [has_sequences(found[name]) for name in files] == [True, True, True]
