"""What a shell offers when the Tab key is pressed."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.codes import CODES


def offered(*words):
    """What is offered for the last word."""
    environment = {
        "_PADDLE_MIGRATE_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["paddle-migrate", *words]),
        "COMP_CWORD": str(len(words)),
    }
    result = CliRunner().invoke(main, [], prog_name="paddle-migrate", env=environment)
    assert result.exit_code == 0
    return result.stdout.split()


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        (["--lau"], ["plain,--launcher"]),
        (["--target", ""], ["plain,2.6", "plain,3"]),
        (["--ignore", "PM90"], [f"plain,PM90{n}" for n in range(1, 8)]),
        (["ver"], ["plain,verify", "file,ver"]),
        (["old.py", "ver"], ["file,ver"]),
        (["--report", "re"], ["file,re"]),
        (["verify", "--np"], ["plain,--nproc"]),
        (["explain", "--he"], ["plain,--help"]),
        (["explain", "PM90"], [f"plain,PM90{n}" for n in range(1, 8)]),
        (["explain", "fluid.layers.reduce_me"], ["plain,fluid.layers.reduce_mean"]),
        (["explain", "fluid.layers.nonsen"], []),
        (["old.py", "--np"], []),
    ],
)
def test_offers(words, offers):
    assert offered(*words) == offers


def test_every_code_is_offered():
    assert offered("--select", "PM") == [f"plain,{code}" for code in CODES]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_the_shell(shell):
    environment = {"_PADDLE_MIGRATE_COMPLETE": f"{shell}_source"}
    result = CliRunner().invoke(main, [], prog_name="paddle-migrate", env=environment)
    assert f"_PADDLE_MIGRATE_COMPLETE={shell}_complete" in result.output
