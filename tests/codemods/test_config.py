"""[tool.paddle-migrate] belongs to whoever wrote the repository: it neither runs nor writes anything."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.config import _HARMLESS, load_config

OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
LEFT = "import paddle.fluid as fluid\ny = fluid.layers.no_such(x)\n"
# of the 1.6 dialect, so that --trace would run it
TRACED = """import paddle.fluid as fluid
open("ran", "w")
class Net(fluid.dygraph.Layer):
    def __init__(self, name_scope):
        super(Net, self).__init__(name_scope)
        self.fc = fluid.dygraph.FC(self.full_name(), size=2)
    def forward(self, x):
        return self.fc(x)
"""


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.py").write_text(OLD)
    (tmp_path / "left.py").write_text(LEFT)
    (tmp_path / "traced.py").write_text(TRACED)
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


def configured(folder, text):
    (folder / "pyproject.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return run(".")


@pytest.mark.parametrize(
    "line",
    [
        "trace = true",
        "write = true",
        'output = "elsewhere"',
        'report = "report.html"',
        "check = true",
        "no-cache = true",
        "no_cache = true",
        "write = false",
    ],
)
def test_what_runs_or_writes_is_refused_by_name(repository, line):
    before = {path.name: path.read_bytes() for path in repository.iterdir()}
    result = configured(repository, f"[tool.paddle-migrate]\n{line}\n")
    name = line.partition(" ")[0].replace("-", "_")
    assert result.exit_code == 2
    assert f"pyproject.toml: [tool.paddle-migrate] may not hold '{name}'" in result.stderr
    assert f"give --{name.replace('_', '-')} on the command line" in result.stderr
    assert {p.name: p.read_bytes() for p in repository.iterdir() if p.name != "pyproject.toml"} == before


def test_every_option_was_thought_about():
    """A new one stands in the file only when somebody has written it down as harmless."""
    options = {p.name for p in main.params if isinstance(p, click.Option)} - {"version", "help"}
    of_a_run = {"write", "output", "copy", "check", "baseline", "interactive", "allow_dirty", "stdin_filename",
                "only", "leave_out", "since", "shrink", "watch"}
    assert options - _HARMLESS == {*of_a_run, "trace", "report", "no_cache"}
    assert options >= _HARMLESS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tool = 5\n", "'tool' has to be a table"),
        ("[tool]\npaddle-migrate = 5\n", "'paddle-migrate' has to be a table"),
        ("[[tool.paddle-migrate]]\n", "'paddle-migrate' has to be a table"),
        ("[tool.paddle-migrate]\nlaunchr = 1\n", "has no option 'launchr'; what may stand there: annotate, color"),
        ('[tool.paddle-migrate]\n"a\\u001b[31m" = 1\n', r"has no option 'a\x1b[31m'"),
        ("[tool.paddle-migrate]\npaths = ['x']\n", "has no option 'paths'"),
        ("[tool.paddle-migrate]\nexclude = 'build/'\n", "'exclude' has to be a list of texts"),
        ("[tool.paddle-migrate]\nexclude = [1]\n", "'exclude' has to be a list of texts"),
        ("[tool.paddle-migrate]\nexclude = ['!']\n", "'!'"),
        ("[tool.paddle-migrate]\nignore = {a = 1}\n", "'ignore' has to be a list of texts"),
        ("[tool.paddle-migrate]\ntarget = 3\n", "'target' has to be \"2.6\" or \"3\", not 3"),
        ("[tool.paddle-migrate]\ntarget = ['3']\n", "'target' has to be"),
        ("[tool.paddle-migrate]\nlauncher = 'rm'\n", "'launcher' has to be"),
        ("[tool.paddle-migrate]\nannotate = 'yes'\n", "'annotate' has to be true or false"),
        ("[tool.paddle-migrate]\njobs = -1\n", "'jobs' has to be a number"),
        ("[tool.paddle-migrate]\njobs = true\n", "'jobs' has to be a number"),
        ("[tool.paddle-migrate]\njobs = 1.5\n", "'jobs' has to be a number"),
        ("[tool.paddle-migrate\n", "pyproject.toml: "),
        ("{{ cookiecutter }}\n", "pyproject.toml: "),
        (b"[tool.paddle-migrate]\nexclude = ['\xff']\n", "not UTF-8"),
        ("a = " + "[" * 3000 + "]" * 3000, "pyproject.toml: "),
    ],
)
def test_a_wrong_file_is_said_with_its_name(repository, text, said):
    result = configured(repository, text)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert not isinstance(result.exception, Exception)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[project]\nname = 'x'\n",
        "[tool]\n",
        "[tool.other]\nwrite = true\n",
        "[tool.paddle-migrate]\n",
        "[tool.paddle-migrate.x]\n".replace(".x", ""),
        "write = true\ntrace = true\n",
    ],
)
def test_what_is_not_ours_is_not_looked_at(repository, text):
    result = configured(repository, text)
    assert result.exit_code == 0
    assert "2 would change" in result.stderr  # old.py and traced.py
    assert not (repository / "ran").exists()


def test_harmless_options_hold(repository):
    table = '[tool.paddle-migrate]\nignore = ["PM301"]\nexclude = ["traced.py"]\ntarget = "3"\nlauncher = "launch"\n'
    result = configured(repository, table + "annotate = false\nverbose = true\njobs = 2\nselect = ['PM']\n")
    assert result.exit_code == 0, result.output
    assert "PM301" not in result.stderr
    assert "rewritten PM101" in result.stderr
    assert "3 file(s): 1 would change" in result.stderr  # pyproject.toml may pin PaddlePaddle


def test_the_command_line_goes_first(repository):
    assert configured(repository, '[tool.paddle-migrate]\nignore = ["PM3"]\n').exit_code == 0
    assert "PM301" in run("--ignore", "PM1", "left.py").stderr


@pytest.mark.parametrize("word", ["--help", "-h", "--version"])
def test_help_needs_no_right_file(repository, word):
    (repository / "pyproject.toml").write_text("tool = 5\n")
    assert run(word).exit_code == 0


def test_no_file_that_can_be_read(repository):
    """A folder of that name is none; a pipe would be waited for."""
    (repository / "pyproject.toml").mkdir()
    assert run("old.py").exit_code == 0
    sub = repository / "sub"
    sub.mkdir()
    (sub / "pyproject.toml").symlink_to("pyproject.toml")
    options = [p for p in main.params if isinstance(p, click.Option)]
    assert load_config(options, sub) == {}


def test_one_that_may_not_be_read(repository, monkeypatch):
    (repository / "pyproject.toml").write_text("[tool.paddle-migrate]\n")

    def refused(path, flags):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("paddle_migrate.project.files._without_waiting", refused)
    result = run("old.py")
    assert result.exit_code == 2
    assert "pyproject.toml: cannot be read: Permission denied" in result.stderr


def test_a_folder_that_is_gone(repository, monkeypatch):
    gone = repository / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    result = run(repository / "old.py")
    assert result.exit_code == 0, result.output
    assert "+y = F.relu(x)" in result.stdout
    assert run("old.py").exit_code == 2
