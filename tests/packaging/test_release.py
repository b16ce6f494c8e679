"""What is said in more than one file about how the package is made and had."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from curves import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def test_the_image_has_the_oracle_that_make_oracle_installs() -> None:
    pins = [re.findall(r"'([^']*)'", line) for line in lines("examples/oracle.sh") if "pip" in line]
    (image,) = [re.findall(r"'([^']*)'", line) for line in lines("Dockerfile") if "paddlepaddle==" in line]
    assert image in pins
    assert any("python:3.7" in line for line in lines("Dockerfile"))


def test_the_image_copies_what_a_build_needs() -> None:
    copied = {name for line in lines("Dockerfile") if line.startswith("COPY ") for name in line.split()[1:-1]}
    assert {"compat", "codemods", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"} <= copied
    assert all((ROOT / name).exists() for name in copied if not name.startswith(("-", "/")))


def test_every_target_is_explained() -> None:
    makefile = "\n".join(lines("Makefile"))
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.M)
    told = set(re.findall(r"make ([\w-]+)", makefile.partition("help:")[2].partition("\ninstall:")[0]))
    assert set(phony.split()) - told == {"help", "install", "clean"}


@pytest.mark.parametrize("name", ["CITATION.cff", "README.md", "README.zh.md", "CHANGELOG.md", "docs/en/repository.md"])
def test_one_version(name: str) -> None:
    version = about()["version"]
    forms = {"CITATION.cff": f"version: {version}\n", "CHANGELOG.md": f"## {version} ", "docs/en/repository.md":
             f"rev: v{version}\n"}
    assert forms.get(name, f"paddle_migrate-{version}-py3-none-any.whl") in (ROOT / name).read_text(encoding="utf-8")


def test_the_classifiers_are_those_of_a_release() -> None:
    classifiers = about()["classifiers"]
    assert "Development Status :: 4 - Beta" in classifiers
    tried = re.search(r"^PYTHONS = \((.*)\)$", (ROOT / ".ci" / "pythons.py").read_text(encoding="utf-8"), re.M)[1]
    assert re.findall(r"Python :: (3\.\d+)", " ".join(classifiers)) == re.findall(r"[\d.]+", tried)


def test_workflows_make_what_there_is() -> None:
    """Nothing is done there that cannot be done here, and nobody's address or password stands in them."""
    targets = set(re.findall(r"^([\w-]+):", "\n".join(lines("Makefile")), re.M))
    files = sorted((ROOT / ".github" / "workflows").iterdir())
    assert [file.name for file in files] == ["ci.yml", "release.yml"]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    made = {word for words in re.findall(r"run: make (.*)", text) for word in words.split()}
    assert {"lint", "types", "test", "pythons", "site", "release"} <= made <= targets
    assert not re.search(r"https?://|secrets\.|password", text)
    assert "id-token: write" in text


def about() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def lines(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()
