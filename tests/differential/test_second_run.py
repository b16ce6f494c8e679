"""A second run over what is done leaves it, also where a line of 1.8.5's waits for a person in a file, or beside it."""

from __future__ import annotations

import pytest
from bases import dygraph_programs, static_programs
from paddle_migrate.api import migrate_module
from paddle_migrate.options import Options
from paddle_migrate.project.project import Project

pytestmark = pytest.mark.tool
PROGRAMS = {**static_programs(), **dygraph_programs()}
LEFT = "\n\ndef _later():\n    import paddle.fluid as fluid\n    return fluid.core.nothing_that_is_known()\n"
CHOSEN = (
    "autoencoder", "chosen", "clicks", "configured", "copied", "crossed", "cycle_gan", "fit_a_line", "frozen", "heirs",
    "images", "own_layers", "random 9", "se_resnext", "stepping", "tested_later", "translation", "two_programs",
)


def migrated(folder, files):
    for name, text in files.items():
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    project = Project(sorted(folder.iterdir()), [folder])
    return {name: migrate_module(text, folder / name, Options(), project).text for name, text in files.items()}


@pytest.mark.parametrize("name", CHOSEN)
def test_with_a_line_that_waits_in_the_file(name, tmp_path):
    files = {each: f"{text}{LEFT}" if "fluid" in text else text for each, text in PROGRAMS[name].items()}
    once = migrated(tmp_path / "once", files)
    assert all(LEFT.strip() in once[each] for each, text in files.items() if "fluid" in text)
    assert once != files
    assert migrated(tmp_path / "twice", once) == once


@pytest.mark.parametrize("name", CHOSEN[::3])
def test_with_a_file_that_waits_beside_it(name, tmp_path):
    first = next(each for each, text in PROGRAMS[name].items() if "fluid" in text and "import" in text)
    text = PROGRAMS[name][first].replace("import ", "import later_\nimport ", 1)
    once = migrated(tmp_path / "once", {**PROGRAMS[name], first: text, "later_.py": LEFT})
    assert once["later_.py"] == LEFT
    assert migrated(tmp_path / "twice", once) == once
