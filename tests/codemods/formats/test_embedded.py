"""Python that stands in commands."""

from __future__ import annotations

import subprocess
import textwrap

import pytest
from paddle_migrate.formats import migrator
from paddle_migrate.options import Options

IMPORT, NOW = "import paddle.fluid as fluid", "import paddle.nn.functional as F"


def migrate(name, text):
    result = migrator(name)(text, name, Options())
    assert migrator(name)(result.text, name, Options()).text == result.text
    return result


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("run.sh", "python -c '{}; print({}(x))'\n"),
        ("run.sh", 'python3 -u -c "{}; print({}(x))" && echo $x\n'),
        ("run.sh", "$PYTHON -c '\n{}\nprint({}(x))\n'\n"),
        ("run.sh", "bash -c \"python -c '{}; print({}(x))'\"\n"),
        ("run.sh", "python <<EOF\n{}\nprint({}(x))\nEOF\necho\n"),
        ("run.sh", "python - --lr 1 <<'EOF'\n{}\nprint('$x', {}(x))\nEOF\n"),
        ("run.sh", "cat > train.py <<'END'\n{}\nprint({}(x))\nEND\npython train.py\n"),
        ("run.sh", "cat <<'END' > train.py\n{}\nprint({}(x))\nEND\n"),
        ("run.sh", "tee train.py <<'END'\n{}\nprint({}(x))\nEND\n"),
        ("Dockerfile", "FROM x\nRUN python -c '{}; {}(x)'\n"),
        (".travis.yml", "script:\n  - python -c '{}; {}(x)'\n"),
        ("ci.yml", "run: |\n  python - <<EOF\n  {}\n  if x:\n      print({}(x))\n  EOF\n"),
        ("a.md", "```bash\n$ python -c '{}; {}(x)'\n```\n"),
        ("a.rst", ".. code-block:: bash\n\n   python <<EOF\n   {}\n   {}(x)\n   EOF\n"),
    ],
)
def test_forms(name, text):
    text = "\n" + text
    result = migrate(name, text.format(IMPORT, "fluid.layers.relu"))
    assert result.text == text.format(NOW, "F.relu")
    (line,) = [f.line for f in result.findings]
    assert "F.relu" in result.text.split("\n")[line - 1]


def test_the_check_of_every_installation_page():
    assert migrate("run.sh", 'python -c "import paddle.fluid; paddle.fluid.install_check.run_check()"\n').text == (
        'python -c "import paddle; paddle.utils.run_check()"\n'
    )


def test_lines_behind_it_are_counted_as_before():
    text = "python <<EOF\nimport paddle.fluid as fluid\nimport numpy\nEOF\npip install paddlepaddle==1.8.5\n"
    launch = "python -m paddle.distributed.launch --selected_gpus=0 x.py\n"
    result = migrate("run.sh", text + launch)
    assert [(f.line, f.code) for f in result.findings] == [(5, "PM113"), (6, "PM112")]
    assert result.text == (
        'python <<EOF\nimport numpy\nEOF\npip install "paddlepaddle>=2.6"\n' + launch.replace("selected_gpus", "gpus")
    )


def test_a_shell_reads_the_result(tmp_path):
    text = "cat > a.py <<'EOF'\nimport paddle.fluid as fluid\nprint('$HOME')\nEOF\npython3 -c 'print(1)'\n"
    done = subprocess.run(["bash", "-c", migrate("run.sh", text).text], cwd=tmp_path, text=True, capture_output=True)
    assert (done.stdout, (tmp_path / "a.py").read_text()) == ("1\n", "print('$HOME')\n")


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("python <<EOF\nimport paddle.fluid as fluid\nprint($X, fluid.layers.relu(x))\nEOF\n", 2, "PM337"),
        ('\npython -c "import paddle.fluid as fluid; fluid.layers.relu(\\"$X\\")"\n', 2, "PM337"),
        ("python <<EOF\nimport paddle.fluid\n\nprint paddle\nEOF\n", 4, "PM338"),
        ("python -c 'import paddle.fluid as fluid; fluid.nothing(x)'\n", 1, "PM301"),
    ],
)
def test_what_is_left_is_said(text, line, code):
    result = migrate("run.sh", text)
    assert not result.changed
    assert [(f.line, f.code) for f in result.findings] == [(line, code)]


@pytest.mark.parametrize(
    "text",
    [
        "grep -c 'import paddle.fluid' train.py\n",
        "echo 'import paddle.fluid as fluid'  # fluid.layers.relu\n",
        "cat <<EOF\nimport paddle.fluid as fluid\nEOF\n",
        "cat > notes.txt <<EOF\nimport paddle.fluid as fluid\nEOF\n",
        "python -c 'import paddle; print(paddle.__version__)'  # no fluid\n",
        "python train.py --fluid paddle.fluid.layers\n",
        "# python -c 'x' <<EOF\nfluid.layers\n",
    ],
)
def test_must_not_change(text):
    result = migrate("run.sh", textwrap.dedent(text))
    assert (result.text, result.findings) == (text, [])


SKIP = "    # paddle-migrate: skip\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("run.sh", "python -c 'import paddle.fluid as fluid; fluid.layers.relu(x)'\n"),
        ("run.sh", "python <<EOF\nimport paddle.fluid as fluid\nfluid.layers.relu(x)\nEOF\n"),
        ("ci.yml", "    python -c 'import paddle.fluid as fluid; fluid.layers.relu(x)'\n"),
    ],
)
def test_a_comment_above_leaves_it(name, text):
    assert migrate(name, SKIP + text).text == SKIP + text
    assert "F.relu" in migrate(name, SKIP + "echo\n" + text).text
    assert migrate(name, SKIP + text + text).text.startswith(SKIP + text)
    assert "F.relu" in migrate(name, SKIP + text + text).text
