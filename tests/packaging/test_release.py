"""What is said in more than one file about how the package is made and had."""

from __future__ import annotations

import re

from curves import ROOT


def test_the_image_has_the_oracle_that_make_oracle_installs() -> None:
    pins = [re.findall(r"'([^']*)'", line) for line in lines("examples/oracle.sh") if "pip" in line]
    (image,) = [re.findall(r"'([^']*)'", line) for line in lines("Dockerfile") if "paddlepaddle==" in line]
    assert image in pins
    assert any("python:3.7" in line for line in lines("Dockerfile"))


def test_the_image_copies_what_a_build_needs() -> None:
    copied = {name for line in lines("Dockerfile") if line.startswith("COPY ") for name in line.split()[1:-1]}
    assert {"compat", "codemods", "pyproject.toml", "README.md", "LICENSE"} <= copied
    assert all((ROOT / name).exists() for name in copied if not name.startswith(("-", "/")))


def test_every_target_is_explained() -> None:
    makefile = "\n".join(lines("Makefile"))
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.M)
    told = set(re.findall(r"make ([\w-]+)", makefile.partition("help:")[2].partition("\ninstall:")[0]))
    assert set(phony.split()) - told == {"help", "install", "clean"}


def lines(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()
