"""`paddle-migrate doctor`: one line for each thing, and in a wrong one what to do."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from curves import ROOT
from paddle_migrate.cli import main
from paddle_migrate.doctor import command
from paddle_migrate.doctor.command import NEWEST, OLDEST, Seen, checked, look

WELL = Seen(hook=True, numpy="2.3.5", paddle="3.3.1", fluid="paddle_compat.fluid")


def wrong(seen: Seen, python=(3, 11), compat=True, off=False) -> dict[str, str]:
    return {line.about: line.text for line in checked(seen, python, compat, off) if line.state == "wrong"}


def test_all_is_well():
    assert wrong(WELL) == {}


@pytest.mark.parametrize(
    ("seen", "how", "about", "what_to_do"),
    [
        (Seen(hook=True, numpy="2.3.5"), {}, "Paddle", "pip install"),
        (Seen(hook=True, numpy="2.3.5"), {"python": (3, 15)}, "Python", "3.10 to 3.13"),
        (WELL, {"python": (3, 9)}, "Python", "3.10 to 3.13"),
        (Seen(True, "1.21", paddle="2.4.2", fluid="paddle.fluid"), {}, "Paddle", "with a fluid of its own"),
        (Seen(True, "1.21", paddle="2.4.2", fluid="paddle.fluid"), {}, "fluid", 'pip install "paddlepaddle>=2.6"'),
        (Seen(True, "2.1", error="ImportError: libpaddle"), {}, "Paddle", "--force-reinstall"),
        (Seen(True, "2.1", error="ImportError: libgomp.so.1: cannot open shared object file: No such file"), {},
         "Paddle", "libgomp.so.1: install the package that has it, such as with apt-get install libgomp1"),
        (Seen(True, "2.1", error="…", missing="setuptools"), {}, "Paddle", "pip install setuptools"),
        (Seen(True, "2.1", "no buffer", "2.6.2"), {}, "NumPy", 'pip install "numpy<2.4"'),
        (Seen(True, "", "No module named 'numpy'", "2.6.2"), {}, "NumPy", "none does not work here"),
        (WELL, {"off": True}, "fluid", "unset PADDLE_COMPAT"),
        (WELL, {"compat": False}, "fluid", "install that again"),
        (Seen(False, "2.3.5", paddle="3.3.1"), {}, "fluid", "python -m paddle_compat"),
        (Seen(True, "2.3.5", paddle="3.3.1"), {}, "fluid", "python -m paddle_compat"),
    ],
)
def test_what_stands_in_the_way_says_what_to_do(seen, how, about, what_to_do):
    assert what_to_do in wrong(seen, **how)[about]


def test_no_wheels_for_alpine(monkeypatch):
    monkeypatch.setattr(command.sysconfig, "get_config_var", lambda name: "cpython-312-x86_64-linux-musl")
    assert "Debian" in wrong(Seen(hook=True))["Paddle"]
    assert "Paddle" not in wrong(WELL)


def test_what_is_only_new_stands_in_nobodys_way():
    assert wrong(WELL, python=(3, 14)) == {}
    assert wrong(Seen(True, "2.1", paddle="0.0.0", fluid="paddle_compat.fluid")) == {}


def test_the_pythons_are_those_that_are_tried():
    spec = importlib.util.spec_from_file_location("pythons", ROOT / ".ci" / "pythons.py")
    pythons = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pythons)
    tried = [tuple(map(int, python.split("."))) for python in pythons.PYTHONS]
    assert (min(tried), max(tried)) == (OLDEST, NEWEST)


def test_this_python(monkeypatch):
    monkeypatch.delenv("PADDLE_ORACLE_PYTHON", raising=False)
    monkeypatch.delenv("PADDLE_COMPAT", raising=False)
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 0, result.output
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["Python", "Paddle", "NumPy", "fluid", "1.8.5"]
    monkeypatch.setenv("PADDLE_COMPAT", "0")
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 1
    assert "wrong  fluid" in result.stdout


def test_a_bare_python_has_nothing(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    seen = look(str(tmp_path / "bare" / "bin" / "python"))
    assert (seen.paddle, seen.numpy, seen.error, seen.hook) == ("", "", "", False)
    assert set(wrong(seen)) == {"Paddle", "fluid"}


def test_a_paddle_that_lacks_a_module(tmp_path, monkeypatch):
    (tmp_path / "paddle.py").write_text("import not_there.at_all\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    seen = look(sys.executable)
    assert (seen.paddle, seen.missing) == ("", "not_there")
    assert wrong(seen)["Paddle"].endswith("pip install not_there")


def test_a_python_that_ends_or_is_none(tmp_path):
    script = tmp_path / "python"
    script.write_text("#!/bin/sh\necho broken >&2\nexit 3\n")
    script.chmod(0o755)
    assert look(str(script)).error.endswith("status 3 at its import; broken")
    assert look(str(tmp_path / "none")).error


def test_what_lies_in_the_current_folder_is_not_run(tmp_path, monkeypatch):
    monkeypatch.delenv("PADDLE_ORACLE_PYTHON", raising=False)
    python = tmp_path / ".venv-oracle" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\ntouch ran\n")
    python.chmod(0o755)
    (tmp_path / "paddle.py").write_text("open('ran', 'w')\n")
    (tmp_path / "numpy.py").write_text("open('ran', 'w')\n")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["doctor"])
    assert str(python) in result.stdout
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (["paddle/__init__.py"], {"Paddle": "paddle/__init__.py"}), (["paddle.py"], {"Paddle": "paddle.py"}),
        (["numpy.py", "paddle/__init__.py"], {"NumPy": "numpy.py", "Paddle": "paddle/__init__.py"}),
        (["paddle/models.py", "mine/paddle.py", "paddle.txt", "paddle.py/inner.py"], {}), ([], {}),
    ],
)
def test_what_hides_paddle_from_scripts_of_the_folder(tmp_path, monkeypatch, files, said):
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "look", lambda python: WELL)
    result = CliRunner().invoke(main, ["doctor"])
    lines = {line.split()[1]: line for line in result.stdout.splitlines() if line.startswith("wrong")}
    assert {about: lines[about].partition("import its ")[2] for about in lines} == {
        about: f"{file} instead: rename that" for about, file in said.items()}
    assert result.exit_code == bool(said)


def test_the_folder_that_paddle_itself_lies_in_hides_nothing(monkeypatch):
    monkeypatch.chdir(Path(importlib.util.find_spec("paddle").origin).parents[1])
    assert "instead" not in CliRunner().invoke(main, ["doctor"]).stdout


def test_another_python_that_is_named_is_asked(monkeypatch):
    monkeypatch.setattr(command, "look", lambda python: WELL)
    monkeypatch.setenv("PADDLE_ORACLE_PYTHON", sys.executable)
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 1
    assert "has no PaddlePaddle 1.8" in result.stdout
    monkeypatch.setattr(command, "look", lambda python: Seen(True, "1.19", paddle="1.8.5", fluid="paddle.fluid"))
    assert f"1.8.5 in {sys.executable}" in CliRunner().invoke(main, ["doctor"]).stdout
