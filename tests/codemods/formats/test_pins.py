"""Pins of PaddlePaddle 1.x: lifted wherever they are read by a program, and what cannot be lifted is said."""

from __future__ import annotations

import subprocess

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.formats import migrator
from paddle_migrate.options import Options


def migrate(name, text, **options):
    result = migrator(name)(text, name, Options(**options))
    assert migrator(name)(result.text, name, Options(**options)).text == result.text
    return result


COMMANDS = [
    ("pip install paddlepaddle==1.8.5", 'pip install "paddlepaddle>=2.6"'),
    ("pip install 'paddlepaddle==1.8.5' numpy", "pip install 'paddlepaddle>=2.6' numpy"),
    ('pip install "paddlepaddle<2" numpy', 'pip install "paddlepaddle>=2.6" numpy'),
    ("pip install numpy \\\n    paddlepaddle==1.8.5", 'pip install numpy \\\n    "paddlepaddle>=2.6"'),
    ("bash -c 'pip install paddlepaddle==1.8.5'", "bash -c 'pip install \"paddlepaddle>=2.6\"'"),
    ('bash -c "pip install paddlepaddle==1.8.5"', "bash -c \"pip install 'paddlepaddle>=2.6'\""),
    ("echo it && pip install -U paddlepaddle~=1.8", 'echo it && pip install -U "paddlepaddle>=2.6"'),
]


@pytest.mark.parametrize(("before", "after"), COMMANDS)
@pytest.mark.parametrize("name", ["run.sh", "Dockerfile", "Makefile", "build.zsh"])
def test_commands(name, before, after):
    result = migrate(name, before + "\n")
    assert result.text == after + "\n"
    assert [(f.code, f.line) for f in result.findings] == [("PM113", 1 + before.count("\n"))]


@pytest.mark.parametrize(("before", "after"), COMMANDS)
def test_a_shell_hands_the_new_pin_on_as_one_word(before, after, tmp_path):
    """`paddlepaddle>=2.6` without quotation marks would write into a file called `=2.6`."""
    head = "pip() { printf '%s\\n' \"$@\"; }\nexport -f pip\n"
    done = subprocess.run(["bash", "-c", head + after], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "paddlepaddle>=2.6" in done.stdout.split("\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("requirements.txt", "paddlepaddle==1.8.5 ; x\n", "paddlepaddle>=2.6 ; x\n"),
        ("requirements-dev.txt", "paddlepaddle==1.8.5\r\n", "paddlepaddle>=2.6\r\n"),
        ("requirements/gpu.txt", "paddlepaddle-gpu==1.8.5.post107\n", "paddlepaddle-gpu>=2.6\n"),
        ("tox.ini", "deps =\n    paddlepaddle==1.8.5\n", "deps =\n    paddlepaddle>=2.6\n"),
        ("tox.ini", "commands = pip install paddlepaddle<2\n", 'commands = pip install "paddlepaddle>=2.6"\n'),
        ("setup.cfg", "install_requires =\n    paddlepaddle<2\n", "install_requires =\n    paddlepaddle>=2.6\n"),
        ("pyproject.toml", 'dependencies = ["paddlepaddle==1.8.5"]\n', 'dependencies = ["paddlepaddle>=2.6"]\n'),
        ("pyproject.toml", 'paddlepaddle = "^1.8"\n', 'paddlepaddle = ">=2.6"\n'),
        ("Pipfile", 'paddlepaddle = "==1.8.5"\n', 'paddlepaddle = ">=2.6"\n'),
        ("Pipfile", 'paddlepaddle-gpu = {version = "~=1.8"}\n', 'paddlepaddle-gpu = {version = ">=2.6"}\n'),
        ("environment.yml", "  - paddlepaddle=1.8.5\n", "  - paddlepaddle>=2.6\n"),
        ("conda-gpu.yaml", "  - paddlepaddle-gpu=1.8.5\n", "  - paddlepaddle-gpu>=2.6\n"),
        (".travis.yml", "  - pip install paddlepaddle==1.8\n", '  - pip install "paddlepaddle>=2.6"\n'),
        (".travis.yml", '  - "pip install paddlepaddle==1.8"\n', "  - \"pip install 'paddlepaddle>=2.6'\"\n"),
        (".gitlab-ci.yml", "    - 'paddlepaddle==1.8'\n", "    - 'paddlepaddle>=2.6'\n"),
        (
            "Dockerfile",
            'RUN ["pip", "install", "paddlepaddle==1.8.5"]\n',
            'RUN ["pip", "install", "paddlepaddle>=2.6"]\n',
        ),
        (
            "run.sh",
            "cat > requirements.txt <<EOF\npaddlepaddle==1.8.5\nEOF\n",
            "cat > requirements.txt <<EOF\npaddlepaddle>=2.6\nEOF\n",
        ),
        ("run.sh", "conda install paddlepaddle=1.8.5 -c x\n", 'conda install "paddlepaddle>=2.6" -c x\n'),
        (
            "setup.py",
            "setup(install_requires=['paddlepaddle==1.8.5'])\n",
            "setup(install_requires=['paddlepaddle>=2.6'])\n",
        ),
        (
            "setup.py",
            "x = {'gpu': [\"paddlepaddle-gpu>=1.7,<2.0; os_name == 'nt'\"]}\n",
            "x = {'gpu': [\"paddlepaddle-gpu>=2.6; os_name == 'nt'\"]}\n",
        ),
        ("a.py", "os.system('pip install paddlepaddle==1.8')\n", "os.system('pip install \"paddlepaddle>=2.6\"')\n"),
        ("a.py", 'x = "run `pip install paddlepaddle<2`"\n', "x = \"run `pip install 'paddlepaddle>=2.6'`\"\n"),
        ("a.py", '"""\n  pip install paddlepaddle==1.8"""\n', '"""\n  pip install \'paddlepaddle>=2.6\'"""\n'),
    ],
)
def test_every_kind_of_file(name, before, after):
    result = migrate(name, before)
    assert result.text == after
    assert [f.code for f in result.findings] == ["PM113"]


def test_the_target_decides():
    assert migrate("run.sh", "pip install paddlepaddle==1.8.5", target="3").text == 'pip install "paddlepaddle>=3.0"'


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("Dockerfile", "# x\nFROM paddlepaddle/paddle:1.8.5-gpu-cuda10.0-cudnn7\n", 2),
        ("Dockerfile.gpu", "ARG PADDLE_VERSION=1.8.5\n", 1),
        (".gitlab-ci.yml", "image: registry.example.com/paddlepaddle/paddle:1.7.2\n", 1),
        ("run.sh", "\n\ndocker run -it paddlepaddle/paddle:1.8.5 bash\n", 3),
        ("run.sh", "pip install https://x/paddlepaddle_gpu-1.8.5.post107-cp37-cp37m-linux_x86_64.whl\n", 1),
        ("requirements.txt", "https://x/paddlepaddle-1.8.5-cp37-cp37m-linux_x86_64.whl\n", 1),
        (".github/workflows/ci.yml", "env:\n  PADDLE_VERSION: '1.8.5'\n", 2),
        ("ci.yml", "matrix:\n  paddle: [1.8.5, 2.6.2]\n", 2),
        ("a.py", "x = 1\nURL = 'https://x/paddlepaddle-1.8.5-cp37-cp37m-linux_x86_64.whl'\n", 2),
    ],
)
def test_what_a_person_has_to_choose(name, text, line):
    result = migrate(name, text)
    assert not result.changed
    assert [(f.line, f.code) for f in result.findings] == [(line, "PM339")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("environment.yml", "- python=3.7\n- paddlepaddle=1.8.5\n"),
        ("Pipfile", 'paddlepaddle = "==1.8.5"\npython_version = "3.6"\n'),
        (".travis.yml", 'python:\n  - "3.6"\ninstall: pip install paddlepaddle==1.8.5\n'),
        ("Dockerfile", "FROM python:3.7-slim\nRUN pip install paddlepaddle==1.8.5\n"),
    ],
)
def test_a_python_that_is_too_old_beside_a_pin(name, text):
    result = migrate(name, text)
    assert sorted(f.code for f in result.findings) == ["PM113", "PM339"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("environment.yml", "- python=3.7\n- numpy\n- paddlepaddle\n"),
        ("environment.yml", "- python=3.10\n- paddlepaddle=2.6.2\n"),
        ("run.sh", "pip install paddlepaddle>=2.6 paddlehub==1.8 paddleslim==1.1.1\n"),
        ("run.sh", "echo 'this was paddlepaddle==1.8.5'\n"),
        ("run.sh", "pip install paddlepaddle==${VERSION}\n"),
        ("run.sh", "pip install paddlepaddle==1.8.5  # paddle-migrate: skip\n"),
        ("run.sh", "# paddle-migrate: skip-file\npip install paddlepaddle==1.8.5\n"),
        ("run.sh", "pip install paddlepaddle==0.0.0 https://x/paddlepaddle-0.0.0-cp38-cp38m-linux_x86_64.whl\n"),
        ("run.sh", "# pip list | grep paddlepaddle && fluid.layers\n"),
        (
            "Dockerfile",
            "FROM paddlepaddle/paddle:2.6.2-gpu\nFROM paddlepaddle/paddle:latest\nFROM paddlepaddle/models:1.8\n",
        ),
        ("ci.yml", "paddle: [2.6.2, 3.3.1]\nname: drop paddlepaddle==1.8.5\npaddle_ocr_version: 1.1\n"),
        ("ci.yml", "run: pip install paddlepaddle==${{ matrix.paddle }}\n"),
        ("tox.ini", "deps = paddlepaddle>=2.6,<4\n"),
        ("Pipfile", 'paddlepaddle = "*"\n'),
        ("requirements.txt", "paddlepaddle==1.8.5  # paddle-migrate: skip\n"),
        ("setup.py", "setup(install_requires=['paddlepaddle>=2.6', 'paddlehub==1.8'])\n"),
        ("setup.py", "setup(install_requires=['paddlepaddle==1.8.5'])  # paddle-migrate: skip\n"),
        ("a.py", "# paddlepaddle==1.8.5\nprint('made with paddlepaddle==1.8.5 (fluid)')\n"),
        ("a.py", "if version == '1.8.5':\n    raise ImportError('paddlepaddle 1.8.5 is too old')\n"),
    ],
)
def test_must_not_change(name, text):
    result = migrate(name, text)
    assert (result.text, result.findings) == (text, [])


def test_check_does_not_pass(tmp_path):
    for name, text in [("Dockerfile", "FROM paddlepaddle/paddle:1.8.5\n"), ("Pipfile", 'paddlepaddle = "==1.8"\n')]:
        (tmp_path / name).write_text(text)
        assert CliRunner().invoke(main, ["--check", "--no-cache", str(tmp_path)]).exit_code == 1
        (tmp_path / name).unlink()
    assert CliRunner().invoke(main, ["--check", "--no-cache", str(tmp_path)]).exit_code == 0
