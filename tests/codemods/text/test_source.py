"""Whatever is not rewritten stays, to the byte: line ends, encodings, tabs, odd white space."""

from __future__ import annotations

import codecs

import libcst as cst
import pytest
from click.testing import CliRunner
from paddle_migrate.api import migrate_source
from paddle_migrate.cli import main

BEFORE = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)  # 激活\n"
AFTER = "import paddle.nn.functional as F\ny = F.relu(x)  # 激活\n"


def run(path, *options):
    return CliRunner().invoke(main, [*options, str(path)])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BEFORE.encode(), AFTER.encode()),
        (BEFORE.replace("\n", "\r\n").encode(), AFTER.replace("\n", "\r\n").encode()),
        (codecs.BOM_UTF8 + BEFORE.encode(), codecs.BOM_UTF8 + AFTER.encode()),
        (b"# -*- coding: gbk -*-\n" + BEFORE.encode("gbk"), b"# -*- coding: gbk -*-\n" + AFTER.encode("gbk")),
        (BEFORE.rstrip("\n").encode(), AFTER.rstrip("\n").encode()),
        (BEFORE.encode() + b"\n\n\n", AFTER.encode() + b"\n\n\n"),
        (BEFORE.encode() + b"\x0cz = 1\n", AFTER.encode() + b"\x0cz = 1\n"),
        (BEFORE.encode() + b"if y:\n\tz = (1,\n\t     2)\n", AFTER.encode() + b"if y:\n\tz = (1,\n\t     2)\n"),
        (BEFORE.encode() + b"z = 1   \n   \n# end\t", AFTER.encode() + b"z = 1   \n   \n# end\t"),
        (BEFORE.encode() + b"a = 1; b = 2 ;\n", AFTER.encode() + b"a = 1; b = 2 ;\n"),
        (BEFORE.encode() + b"z = 1 + \\\n    2\n", AFTER.encode() + b"z = 1 + \\\n    2\n"),
        (BEFORE.encode() + b"\\\nz = 1 + \\\n\\\n2\n", AFTER.encode() + b"\\\nz = 1 + \\\n\\\n2\n"),
        (BEFORE.encode() + b"if y:\n    a\r\\\r\n    b\n", AFTER.encode() + b"if y:\n    a\r\\\r\n    b\n"),
    ],
)
def test_bytes(tmp_path, before, after):
    path = tmp_path / "old.py"
    path.write_bytes(before)
    assert run(path, "-w").exit_code == 0
    assert path.read_bytes() == after
    assert run(path, "-w").exit_code == 0
    assert path.read_bytes() == after


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n",
        "",
        "\n\n",
        "# paddle\r\nx = 1\r\n",
        "import paddle\nx = '''\n\t text \x0c\n'''\n",
        "import paddle\nif x:\n\ty = 1\n",
        "import paddle\n\n\n\n",
    ],
)
def test_nothing_to_do(text):
    result = migrate_source(text)
    assert (result.text, result.changed, result.findings) == (text, False, [])


def test_mixed_tabs_and_spaces_that_the_parser_refuses():
    source = "import paddle.fluid as fluid\nif x:\n        y = 1\n\tz = fluid.layers.relu(x)\n"
    result = migrate_source(source)
    assert "z = F.relu(x)" in result.text
    assert not result.failed


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe\x00p\x00", "not a text file"),
        (b"# coding: no-such\nimport paddle.fluid\n", "encoding"),
        (b"# coding: ascii\nimport paddle.fluid  # \xe9\xa3\x9e\n", "not text in ascii"),
        ("import paddle.fluid\ny = 1  # 参数\n".encode("gbk"), "bad.py:2: error PM901: not text in utf-8; save"),
        (b"import paddle.fluid\nx = 1 +\n", "error PM902: a syntax error (invalid syntax): `x = 1 +`"),
        (b"import paddle.fluid\nx = b'a' 'b'\n", "bad.py:2: error PM902: a syntax error (cannot mix bytes"),
        (b"import paddle.fluid as fluid\n" + b"x = " + b"(" * 5000 + b")" * 5000, ""),
    ],
)
def test_unreadable_files_stay_as_they_are(tmp_path, content, says):
    path = tmp_path / "bad.py"
    path.write_bytes(content)
    good = tmp_path / "good.py"
    good.write_text(BEFORE, encoding="utf-8")
    result = CliRunner().invoke(main, ["-w", str(path), str(good)])
    assert result.exit_code == 2
    assert says in result.output
    assert path.read_bytes() == content
    assert good.read_text(encoding="utf-8") == AFTER


@pytest.mark.parametrize("end", ["\n    \n        ", "\n\n\n", "  \n \n", "\r\n  \r\n", "\n\t\n\n  "])
def test_blank_lines_at_the_end_stay(end):
    text = f"import paddle.fluid as fluid\ny = fluid.layers.relu(x){end}"
    assert migrate_source(text).text.endswith(f"y = F.relu(x){end}")


def test_nodes_made_by_hand_are_still_checked():
    assert migrate_source(BEFORE).changed
    with pytest.raises(cst.CSTValidationError):
        cst.Name("")


@pytest.mark.parametrize("text", ["x = b'a' 'b'\n", "x = 'a' 'b' b'c'\n", "x = ('a'\n     B'b' rb'c')\n"])
def test_strings_and_bytes_do_not_join(text):
    result = migrate_source(f"import paddle.fluid as fluid\n{text}")
    assert result.failed
    assert not result.changed
    assert [finding.code for finding in result.findings] == ["PM902"]


@pytest.mark.parametrize("text", ["x = b'a' b'b'\n", "x = 'a' f'{b}' u'c'\n", "x = (b'a'\n     B'b' rb'c')\n"])
def test_strings_that_join(text):
    assert not migrate_source(f"import paddle.fluid as fluid\n{text}").failed


@pytest.mark.parametrize(("name", "status"), [("README.md", 0), ("run.sh", 0), ("train.py", 2), ("-", 2)])
def test_gbk_without_a_word(tmp_path, name, status):
    """Python refuses it; what people read may be in it."""
    raw = "```python\nimport paddle.fluid as fluid\n```\n# 参数\n".encode("gbk")
    path = tmp_path / name
    path.write_bytes(raw)
    if name == "-":
        assert CliRunner().invoke(main, ["-"], input=raw).exit_code == status
    else:
        assert run(path, "-w").exit_code == status
    assert path.read_bytes().endswith("# 参数\n".encode("gbk"))
    assert (path.read_bytes() == raw) == (name != "README.md")
