"""Which format a file has by its name."""

from __future__ import annotations

import pytest
from paddle_migrate.formats.shell import migrate_shell
from paddle_migrate.formats.texts import migrate_python, migrate_requirements, migrate_unknown, migrator
from paddle_migrate.options import Options

OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
NEW = "import paddle.nn.functional as F\ny = F.relu(x)\n"


@pytest.mark.parametrize(
    ("name", "migrate"),
    [
        ("a.py", migrate_python),
        ("a/b.PY", migrate_python),
        ("dockerfile.py", migrate_python),
        ("run.sh", migrate_shell),
        ("Dockerfile", migrate_shell),
        ("a/Dockerfile.gpu", migrate_shell),
        ("Containerfile", migrate_shell),
        ("GNUmakefile", migrate_shell),
        ("Jenkinsfile", migrate_shell),
        (".github/x.YML", migrate_shell),
        ("a.mk", migrate_shell),
        ("requirements.txt", migrate_requirements),
        ("setup.cfg", migrate_requirements),
    ],
)
def test_known(name, migrate):
    assert migrator(name) is migrate


@pytest.mark.parametrize("name", ["a.txt", "a.json", "README", "a.pyc", "py", "mymakefile", "a.ipynb", ".py"])
def test_unknown(name):
    assert migrator(name) is None


@pytest.mark.parametrize(("name", "form"), [("a.md", "```python\n{}```\n"), ("a.rst", "::\n\n   {}")])
def test_documents(name, form):
    migrate = migrator(name)
    assert migrate is not None
    old, new = (form.format(text.replace("\n", "\n   ").rstrip() + "\n" if name == "a.rst" else text)
                for text in (OLD, NEW))
    assert migrate(old, name, Options(), None).text == new


@pytest.mark.parametrize("name", ["train", "a.txt", "a.data"])
def test_python_under_another_name(name):
    assert migrate_unknown(OLD, name, Options()).text == NEW


@pytest.mark.parametrize("name", ["a.txt", "a.JSON", "b.html"])
def test_no_python_in_what_need_not_be(name):
    result = migrate_unknown("see: " + OLD, name, Options())
    assert (result.text, result.findings) == ("see: " + OLD, [])


def test_no_python_in_what_should_be():
    result = migrate_unknown("see: " + OLD, "train", Options())
    assert result.text == "see: " + OLD
    assert [(f.line, f.code) for f in result.findings] == [(1, "PM902")]
