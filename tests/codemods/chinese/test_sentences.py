"""What is said in Chinese, and when."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from curves import ROOT
from paddle_migrate.api import migrate_source
from paddle_migrate.chinese import wanted
from paddle_migrate.chinese.sentences import said
from paddle_migrate.cli import main

LEFT = "import paddle.fluid as fluid\ny = fluid.layers.no_such(x)\n"


@pytest.fixture
def chinese(monkeypatch):
    monkeypatch.setenv("PADDLE_MIGRATE_LANG", "zh")


def run(*words, **more):
    try:
        return CliRunner().invoke(main, [str(word) for word in words], **more)
    finally:
        wanted.choose(None)


@pytest.mark.parametrize(
    ("english", "chinese_"),
    [
        ("device and guard", "设备与 guard"),
        ("use_cudnn= is dropped: the device decides since 2.0", "use_cudnn= 已去掉：自 2.0 起由设备决定"),
        ("cannot be read: Permission denied", "无法读取：Permission denied"),
        ("nobody has written this", "nobody has written this"),
        ("fluid.layers.fc", "fluid.layers.fc"),
        ("", ""),
        ("参数: x", "参数: x"),
    ],
)
def test_a_sentence_and_its_parts(chinese, english, chinese_):
    assert said(english) == chinese_


def test_holes_may_change_their_places(chinese):
    text = "3 file(s): 2 would change, 5 uses rewritten, 1 note(s)"
    assert said(text) == "3 个文件：将改动 2 个，5 处用法已改写，1 条注意"


@pytest.mark.usefixtures("chinese")
def test_the_command_line_speaks_chinese(tmp_path):
    (tmp_path / "old.py").write_text(LEFT)
    result = run(tmp_path / "old.py")
    assert "old.py:2: 需人工 PM301: fluid.layers.no_such: 1.8.5 中没有这个名称；" in result.stderr
    assert "1 个文件：将改动 0 个" in result.stderr
    assert "就地改写文件" in run("--help").stdout
    assert "不能同时使用" in run("-w", "--check", tmp_path).stderr
    assert "尚无改写" in run("explain", "PM301").stdout


@pytest.mark.parametrize(
    ("environment", "words", "is_chinese"),
    [
        ({"LANG": "zh_CN.UTF-8"}, [], True),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, [], False),
        ({"LANG": "en_US.UTF-8"}, [], False),
        ({"LANG": "en_US.UTF-8"}, ["--lang", "zh"], True),
        ({"LANG": "zh_CN.UTF-8"}, ["--lang", "en"], False),
        ({"LANG": "zh_CN.UTF-8", "PADDLE_MIGRATE_LANG": "en"}, [], False),
    ],
)
def test_who_decides(tmp_path, monkeypatch, environment, words, is_chinese):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "PADDLE_MIGRATE_LANG"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "old.py").write_text(LEFT)
    assert ("需人工" in run(*words, tmp_path / "old.py", env=environment).stderr) == is_chinese


def test_machines_are_told_in_english(tmp_path, chinese):
    (tmp_path / "old.py").write_text(LEFT)
    assert not re.search("[\u4e00-\u9fff]", run("--output-format", "json", tmp_path / "old.py").stdout)


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "legacy").rglob("*.py")), ids=lambda path: path.name)
def test_nothing_is_left_in_english(path, chinese):
    """But names, code and units."""
    for finding in migrate_source(path.read_text(encoding="utf-8")).findings:
        if finding.level != "rewritten":
            assert re.search("[\u4e00-\u9fff]", said(finding.message)), finding
            assert not re.search("[a-z]{3,} [a-z]{2,} [a-z]{2,}", re.sub("`.*?`", "", said(finding.message))), finding
