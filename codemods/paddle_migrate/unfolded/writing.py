"""What is written, as text: values that are used once where they are used, names for the others."""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
from collections import Counter

from paddle_migrate.text.pytree import CHANGES
from paddle_migrate.unfolded.copies import without_copies
from paddle_migrate.unfolded.endings import with_one_ending
from paddle_migrate.unfolded.machine import Block, Kept, Row, atom, free_names, marks_in, named
from paddle_migrate.unfolded.rows import Rows, each_of, text_of

_WIDTH = 100
_WORD = re.compile(r"\b[A-Za-z_]\w*")


def joined(rows: Rows) -> dict[int, int]:
    """Have what only the next statement needs stand in it, where that is worked out in the same order; the marks that
    are others now."""
    others = without_copies(rows)
    with_one_ending(rows)
    counts = Counter(mark for row in each_of(rows) for mark in marks_in(text_of(row)))
    _put(rows, counts)
    _join(rows, counts)
    for row in each_of(rows):
        if isinstance(row, Row) and not counts[row.mark] and not row.marks and not row.is_given:
            row.mark = -1
    return others


def _put(rows: Rows, counts: Counter[int]) -> None:
    """Have what can be worked out at any time, and is used once, stand there."""
    for row in reversed(rows):
        if isinstance(row, Block):
            _put(row.rows, counts)
        if isinstance(row, Row) and (row.is_pure or row.is_asked) and not counts[row.mark] and not row.marks:
            rows.remove(row)
            counts.subtract(marks_in(row.text))
    for row in list(rows):
        if not isinstance(row, Row) or not row.is_pure or counts[row.mark] != 1:
            continue
        for behind in rows[rows.index(row) + 1 :]:
            if not isinstance(behind, Row):
                break
            word = f"v__{row.mark}__"
            if set(marks_in(row.text)) & {behind.mark} or _changes(behind.text, row.text):
                break
            if word in behind.text:
                text = row.text if _is_argument(behind.text, word) else atom(row.text)
                behind.text = behind.text.replace(word, text)
                behind.comments = (*row.comments, *behind.comments)
                rows.remove(row)
                break


def _changes(text: str, other: str) -> bool:
    """Whether a statement sets, or fills, what another one reads: `args.size = 3`, `args.sizes.pop()`."""
    node = ast.parse(text).body[0] if " = " in text or any(f".{each}(" in text for each in CHANGES) else None
    targets = node.targets if isinstance(node, ast.Assign) else []
    call = node.value if isinstance(node, (ast.Expr, ast.Assign)) else None
    owners = [each.value if isinstance(each, ast.Subscript) else each for each in targets]
    owners += [each.func.value for each in ast.walk(call) if isinstance(each, ast.Call) and isinstance(
        each.func, ast.Attribute) and each.func.attr in CHANGES] if call is not None else []
    return any(re.search(rf"(?<![\w.]){re.escape(ast.unparse(each))}(?!\w)", other) for each in owners)


def _join(rows: Rows, counts: Counter[int]) -> None:
    first: dict[int, int] = {}
    for number in range(len(rows) - 2, -1, -1):
        row, behind = rows[number], rows[number + 1]
        if isinstance(row, Block):
            _join(row.rows, counts)
        if not isinstance(row, Row) or not isinstance(behind, Row) or row.is_given or (
                counts[row.mark] != 1 or row.marks):
            continue
        word = f"v__{row.mark}__"
        at = behind.text.find(word)
        text = atom(row.text) if behind.text not in (word,) and not _is_argument(behind.text, word) else row.text
        if at < 0 or at >= first.get(id(behind), len(behind.text)) or len(behind.text) + len(text) > _WIDTH:
            continue
        behind.text = behind.text.replace(word, text)
        behind.comments = (*row.comments, *behind.comments)
        first[id(behind)] = at + len(text)
        del rows[number]
    if rows and isinstance(rows[-1], Block):
        _join(rows[-1].rows, counts)


def _is_argument(text: str, word: str) -> bool:
    """Whether what stands for the word in a text may be any expression."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return False
    for node in ast.walk(tree):
        given = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, (ast.List, ast.Tuple)) else [
            node.value] if isinstance(node, ast.keyword) else []
        if any(isinstance(each, ast.Name) and each.id == word for each in given):
            return True
    return False


def names_of(rows: Rows, hints: dict[int, str], others: set[str]) -> dict[int, str]:
    """A name for each value. `others`: names that mean something there as it is."""
    taken = set(others) | set(dir(builtins))
    for row in each_of(rows):
        if isinstance(row, Kept):
            taken.update(row.names)
        taken |= {name for name in read_in(row) if not marks_in(name)}
    found: dict[int, str] = {}
    used = {mark for row in each_of(rows) for mark in marks_in(text_of(row))}
    for row in each_of(rows):
        used |= {row.mark} if isinstance(row, Row) and not row.marks else set()
        for mark in () if isinstance(row, Kept) else row.marks if isinstance(row, Block) else row.marks or (row.mark,):
            if mark < 0 or mark in found:
                continue
            name, number = hints[mark] if mark in used else "_", 2
            while name in taken and name != "_":
                name, number = f"{hints[mark]}_{number}", number + 1
            taken.add(name)
            found[mark] = name
    return found


def read_in(row: Row | Block | Kept) -> set[str]:
    """Names that a row reads; more than these where its text is no Python by itself."""
    text = text_of(row)
    if isinstance(row, Block):  # a branch as one that stands by itself
        text = "if True:" if text == "else:" else text.removeprefix("el")
    whole = textwrap.dedent(" " * row.node.col_offset + text) if isinstance(row, Kept) else (
        f"{text} pass" if isinstance(row, Block) else text)
    try:
        return free_names(ast.parse(whole))
    except SyntaxError:
        return set(_WORD.findall(text))


def rendered(rows: Rows, names: dict[int, str], indent: str, step: str) -> list[str]:
    found: list[str] = []
    for row in rows:
        found += [f"{indent}{each}".rstrip() for each in row.comments]
        if isinstance(row, Block):
            found += [f"{indent}{named(row.head, names)}", *(rendered(row.rows, names, indent + step, step) or [
                f"{indent}{step}pass"])]
        elif isinstance(row, Row):
            text = named(row.text, names)
            given = ", ".join(names[each] for each in row.marks or (row.mark,) if each in names)
            found.append(f"{indent}{given} = {text}" if given else f"{indent}{text}")
        else:
            found += _moved(named(row.text, names), row.node.col_offset, indent)
    return found


def _moved(text: str, column: int, indent: str) -> list[str]:
    """A statement's own text, from the column where it stood."""
    lines = text.split("\n")
    if column == len(indent) or len(lines) == 1:
        return [indent + lines[0], *lines[1:]]
    rest = textwrap.dedent("\n".join([" " * column + lines[0], *lines[1:]]))
    return [indent + each if each else each for each in rest.split("\n")]
