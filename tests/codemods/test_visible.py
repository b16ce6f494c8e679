"""Names and texts that would act on a terminal, on a build that reads along, or in the report's page are only shown."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.streams import visible

LEFT = "import paddle.fluid as fluid\ny = fluid.layers.no_such(x)\n"
unix = pytest.mark.skipif(sys.platform == "win32", reason="names as Unix has them")


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


NAMES = [
    "x\n::set-output name=a::b.py",
    "::error file=x::y.py",
    "  ::debug::y.py",
    "##[set-env name=a]b.py",
    "\x1b[2J\x1b]0;title\x07.py",
    "\x9b31m.py",
    "\u202egnp.py",
    "\udcff.py",
]


@unix
@pytest.mark.parametrize("name", NAMES)
def test_a_name_does_not_act(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(LEFT)
    Path("z.py").write_text(LEFT)
    result = run("--check", ".", "--report", "report.html")
    assert result.exit_code == 1
    lines = result.stderr.split("\n")
    assert not any(line.lstrip().startswith("::") or "##[" in line for line in lines)
    assert not any(c in result.stderr for c in "\x1b\x07\x9b\u202e\r")
    assert len([line for line in lines if "person PM301" in line]) == 2
    json.loads((run(".", "--report", "r.json"), Path("r.json").read_text())[1])
    json.loads((run(".", "--report", "r.sarif"), Path("r.sarif").read_text())[1])


@unix
@pytest.mark.parametrize("form", ["github", "json", "sarif"])
@pytest.mark.parametrize("name", NAMES[4:7])
def test_a_name_does_not_act_in_what_is_handed_over(tmp_path, monkeypatch, form, name):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(LEFT + "z = fluid.layers.no_such('\x9b31m\u202e')\n")
    out = run("--output-format", form, "--check", ".").stdout
    assert not any(c in out for c in "\x1b\x07\x9b\u202e\r")
    if form == "json":
        assert [each["path"] for each in json.loads(out)["files"]] == [name]
    if form == "github":
        assert len(out.splitlines()) == 2
        assert all(line.startswith("::") for line in out.splitlines())


@unix
@pytest.mark.parametrize("command", [[], ["verify"], ["checkpoint", "-o", "out"], ["model"], ["explain"]])
def test_a_name_does_not_act_in_an_error(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    name = "\x1b[2J\x9b::error::.pdparams"
    Path(name).write_text("paddle")
    for words in ([*command, name], [*command, f"./{name}/none"], [*command, f"--no-{name}"], ["--report", name, "."]):
        result = run(*words)
        assert not any(c in result.output for c in "\x1b\x9b")


def test_a_text_does_not_act():
    for text in ("print '\x1b[2J'\n", "x = (\x9b31m\n", "x = '##[add-path]' '\n"):
        result = CliRunner().invoke(main, ["--check", "-"], input=f"import paddle.fluid\n{text}")
        assert result.exit_code == 2
        assert not any(c in result.stderr for c in ("\x1b", "\x9b", "##["))


@pytest.mark.parametrize(
    "line", ["a.py:2: person PM301: fluid.layers.x: →", "\tx", "C::D", "a ## b", "# [x]", "参数", "a: ::b"]
)
def test_what_is_only_read_stays(line):
    assert visible(line) == line


HTML = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


@unix
def test_the_report_shows_and_does_not_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = HTML.replace("/", "") + ".py"
    Path(name).write_text(f"import paddle.fluid as fluid\n# {HTML}\ny = fluid.layers.no_such('{HTML}')\n")
    Path("py2.py").write_text(f"import paddle.fluid\nprint '{HTML}'\n")
    cell = {"cell_type": "code", "source": ["import paddle.fluid as fluid\n", f"y = fluid.layers.relu('{HTML}')"]}
    Path("n.ipynb").write_text(json.dumps({"cells": [cell]}))
    assert run("--report", "report.html", ".").exit_code == 2
    text = Path("report.html").read_text()
    assert text.count("alert(1)") >= 4
    assert "<script>alert" not in text
    assert "<img" not in text
    assert '"&gt;' not in text.replace("&quot;&gt;", "")
