from __future__ import annotations

from pathlib import Path

import pytest
from paddle_migrate.outcome import Outcome
from paddle_migrate.report import check_ending, write_report
from paddle_migrate.text.parsing import SourceError

ENDINGS = [".json", ".sarif", ".html"]


@pytest.mark.parametrize("ending", [*ENDINGS, ".HTML"])
def test_every_format_by_its_ending(target: Path, ending: str, outcomes: list[Outcome]) -> None:
    path = target.with_suffix(ending)
    write_report(path, outcomes)
    assert "train.py" in path.read_text(encoding="utf-8")
    assert [p.name for p in path.parent.iterdir()] == [path.name]  # nothing half written beside it


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_run_over_nothing(target: Path, ending: str) -> None:
    path = target.with_suffix(ending)
    write_report(path, [])
    assert path.stat().st_size


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_order_of_the_run_does_not_matter(target: Path, ending: str, outcomes: list[Outcome]) -> None:
    path = target.with_suffix(ending)
    write_report(path, outcomes)
    first = path.read_bytes()
    write_report(path, outcomes[::-1])
    assert path.read_bytes() == first


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_path_that_is_no_text(target: Path, ending: str) -> None:
    """As a Linux file system may hold it, in GBK for one."""
    path = target.with_suffix(ending)
    write_report(path, [Outcome("\udcd1\udcb5.py", "a\n", "b\n")])
    path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["report.txt", "report", "json", ".html"])
def test_another_ending(tmp_path: Path, name: str, outcomes: list[Outcome]) -> None:
    for fails in (lambda: check_ending(tmp_path / name), lambda: write_report(tmp_path / name, outcomes)):
        with pytest.raises(ValueError, match=r"\.json, \.sarif or \.html"):
            fails()
    assert not any(tmp_path.iterdir())


def test_not_writable(tmp_path: Path, outcomes: list[Outcome]) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SourceError, match="cannot be written"):
        write_report(tmp_path / "file" / "report.json", outcomes)
