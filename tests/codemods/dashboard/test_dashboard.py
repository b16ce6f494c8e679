"""`paddle-migrate dashboard`: what is whole, what waits, and who touched it last."""

from __future__ import annotations

import re
import subprocess

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.dashboard.state import states

HEAD = "import paddle.fluid as fluid\n"
FILES = {
    "whole.py": f"{HEAD}y = fluid.layers.relu(x)\n",
    "waits.py": f"{HEAD}y = fluid.layers.no_such(x)\nz = fluid.layers.no_such(y)\n",
    "program.py": f"{HEAD}main = fluid.Program()\nx = fluid.data('x', [None, 2])\n",
    "new <b>.py": "import paddle\n",
}


@pytest.fixture
def report(tmp_path, monkeypatch):
    """Of a checkout in which two people have worked."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "-q")
    for author, name in (("Ana & Co", "."), ("王芳", "waits.py")):
        (tmp_path / "waits.py").write_text(FILES["waits.py"] + f"# {author}\n")
        git(tmp_path, "add", name)
        git(tmp_path, "-c", f"user.name={author}", "-c", "user.email=x@example.org", "commit", "-qm", "x")
    CliRunner().invoke(main, ["--report", "found.json", *FILES])
    return "found.json"


def git(folder, *words):
    subprocess.run(["git", *words], cwd=folder, check=True, env={"HOME": str(folder), "PATH": "/usr/bin:/bin"})


def test_the_page(report, tmp_path):
    result = CliRunner().invoke(main, ["dashboard", report])
    assert result.exit_code == 0, result.output
    assert result.stdout == "dashboard.html: 3 file(s) with old code, 1 waiting\n"
    text = (tmp_path / "dashboard.html").read_text(encoding="utf-8")
    body = text.partition("<script>")[0]
    rows = [re.sub(r"<span lang=\"zh-CN\">.*?</span>|<[^>]+>", " ", row).split() for row in body.split("<tr>")]
    days = r"\d{4}-\d\d-\d\d"
    assert re.fullmatch(rf"waits.py waiting 0 % PM301 × 2 王芳 {days}", " ".join(rows[-3]))
    assert re.fullmatch(rf"program.py whole 100 % Ana &amp; Co {days}", " ".join(rows[-2]))
    assert ["王芳", "1", "0", "1"] in rows
    assert ["Ana", "&amp;", "Co", "2", "2", "0"] in [row[:6] for row in rows]
    assert re.search(r"<strong>1</strong><span><span lang=\"en\">of them static programs", text)
    assert "script-src 'sha256-" in text


def test_without_git_there_are_no_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(FILES["whole.py"])
    CliRunner().invoke(main, ["--report", "found.json", "a.py"])
    assert CliRunner().invoke(main, ["dashboard", "found.json", "-o", "page.html"]).exit_code == 0
    assert "not known" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_nothing_old(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text("import paddle\n")
    CliRunner().invoke(main, ["--report", "found.json", "a.py"])
    assert CliRunner().invoke(main, ["dashboard", "found.json"]).stdout.endswith("0 file(s) with old code, 0 waiting\n")
    assert "No file uses the old API." in (tmp_path / "dashboard.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "[]", '{"files": [1]}', '{"files": [{"path": "a", "changed": true}]}'])
def test_what_is_no_report(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "found.json").write_text(text)
    result = CliRunner().invoke(main, ["dashboard", "found.json"])
    assert (result.exit_code, "not a report" in result.stderr) == (2, True)
    assert not (tmp_path / "dashboard.html").exists()


def test_what_waits_most_comes_first():
    def file(path, *levels):
        alike = {"line": 1, "place": "", "level": "", "name": "", "message": ""}
        findings = [{**alike, "code": code} for code in levels]
        return {"path": path, "changed": True, "failed": False, "findings": findings}

    found = states([file("a", "PM101"), file("b", "PM301"), file("c", "PM301", "PM301"), file("d", "PM301")])
    assert [state.path for state in found] == ["c", "b", "d", "a"]
    assert [state.whole for state in found] == [False, False, False, True]
