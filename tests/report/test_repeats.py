"""One line for what is said of many places: in a file with all their lines, of a run's notes in the first file."""

from __future__ import annotations

from paddle_migrate.findings import Finding
from paddle_migrate.report.repeats import Repeats


def note(line, message="as today", code="PM202", place=""):
    return Finding(line, code, "fluid.load", message, place)


def person(line):
    return Finding(line, "PM301", "fluid.load", "write it")


def shown(repeats, path, *findings):
    return [told.show(path) for told in repeats.told(path, findings)]


def test_places_of_a_file():
    found = shown(Repeats(False), "a.py", note(3), person(4), note(7), note(9, "otherwise"), person(12))
    assert found == ["a.py:3: note PM202: fluid.load: as today (also 7)",
                     "a.py:4: person PM301: fluid.load: write it (also 12)",
                     "a.py:9: note PM202: fluid.load: otherwise"]


def test_cells_of_a_notebook():
    found = shown(Repeats(False), "a.ipynb", note(3, place="cell 1"), note(3, place="cell 2"))
    assert found == ["a.ipynb cell 1:3: note PM202: fluid.load: as today (also cell 2:3)"]


def test_a_note_is_said_in_one_file_and_what_is_left_in_every_one():
    repeats = Repeats(False)
    assert len(shown(repeats, "a.py", note(3), person(4))) == 2
    assert shown(repeats, "b.py", note(5), person(6)) == ["b.py:6: person PM301: fluid.load: write it"]
    assert shown(repeats, "c.py", note(7), note(8)) == []
    assert repeats.rest() == ["the same note holds in other files, too (--verbose shows each):",
                              "  PM202 fluid.load: b.py:5, c.py:7, c.py:8"]


def test_what_is_long_is_said_in_full_once():
    repeats, long = Repeats(False), "write it anew " * 20
    found = [shown(repeats, path, Finding(line, "PM301", "fluid.load", long), person(9)) for path, line in
             (("a.py", 3), ("b.py", 5), ("c.py", 7))]
    assert found[0][0].endswith(long)
    assert [lines[0] for lines in found[1:]] == ["b.py:5: person PM301: fluid.load: as at a.py:3",
                                                 "c.py:7: person PM301: fluid.load: as at a.py:3"]
    assert all("write it" in lines[1] for lines in found)
    assert shown(Repeats(True), "b.py", Finding(5, "PM301", "fluid.load", long))[0].endswith(long)


def test_many_files():
    repeats = Repeats(False)
    for number in range(9):
        shown(repeats, f"{number}.py", note(1))
    assert repeats.rest()[1] == "  PM202 fluid.load: 1.py:1, 2.py:1, 3.py:1 and 5 more"


def test_nothing_is_left_out_where_all_is_asked_for_or_nothing_holds_twice():
    repeats = Repeats(True)
    assert len(shown(repeats, "a.py", note(3), note(7))) == len(shown(repeats, "b.py", note(3), note(7))) == 2
    once = Repeats(False)
    assert len(shown(once, "a.py", note(3), note(4, "otherwise"))) == 2
    assert repeats.rest() == once.rest() == []


def test_in_chinese(monkeypatch):
    monkeypatch.setattr("paddle_migrate.chinese.sentences.is_chinese", lambda: True)
    (line,) = shown(Repeats(False), "a.py", note(3), note(7))
    assert line.endswith("（另见 7）")
