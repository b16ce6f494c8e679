"""docs/en/performance.md and docs/zh/performance.md with their pictures, made of docs/performance.json.

`make performance` measures and makes them; a test holds the pages to the figures.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent / "examples"))

import plots  # noqa: E402


class Part(NamedTuple):
    """A heading in both languages, what stands in the names of its figures, and the name of its picture, if it has
    one."""

    english: str
    chinese: str
    marks: tuple[str, ...]
    picture: str = ""


# a figure belongs to the first that has a mark in its name; the last takes what is left
PARTS = (
    Part("Against code written by hand in today's Paddle", "与用今天的 Paddle 手写的代码相比",
         ("/ by hand", "/ paddle.io.DataLoader", "over Paddle's own"), "by-hand"),
    Part("Against real PaddlePaddle 1.8.5", "与真正的 PaddlePaddle 1.8.5 相比", ("/ 1.8.5",), "1.8.5"),
    Part("The tool, against LibCST and paddle_upgrade_tool", "工具与 LibCST 和 paddle_upgrade_tool 相比",
         ("LibCST", "paddle_upgrade_tool"), "tool"),
    Part("What else was measured", "其他测量", ("",)),
)
WORDS = {
    "en": (
        "Performance",
        "Measured on {date}, with Python {python} and Paddle {paddle}{beside}, on {machine}, one thread. Most figures "
        "are ratios of two ways to do the same work, measured in turns, so that whatever else the machine did fell on "
        "both alike: 1 is as long, 2 twice as long; a tenth up or down is noise on a machine that others use, "
        "and goals are those of a quiet one. Old files: *own* are this repository's, short and old in nearly every "
        "line; "
        "*real* are 300 of real repositories. `make performance` measures again and makes this page.",
        ", beside {}", ("Figure", "Measured", "Goal"),
    ),
    "zh": (
        "性能",
        "{date} 测得，Python {python}、Paddle {paddle}{beside}，{machine}，单线程。多数数字是同一件工作两种做法的用时"
        "之比，轮流测量，机器上其他事情的影响两边相同：1 表示一样长，2 表示两倍；"
        "在同时做别的事的机器上，上下一成是噪声，目标是对空闲机器而言的。"
        "旧文件：*own* 是本仓库自己的，很短，几乎每行都旧；"
        "*real* 是真实仓库里的 300 个。`make performance` 重新测量并生成本页。",
        "，对照 {}", ("项目", "测得", "目标"),
    ),
}


def rows_of(figures: list[dict[str, Any]]) -> dict[Part, list[dict[str, Any]]]:
    found: dict[Part, list[dict[str, Any]]] = {part: [] for part in PARTS}
    for row in figures:
        found[next(part for part in PARTS if any(mark in row["figure"] for mark in part.marks))].append(row)
    return found


def page(about: dict[str, Any], language: str) -> str:
    title, text, beside, heads = WORDS[language]
    told = beside.format(about["beside"]) if about["beside"] else ""
    lines = [f"# {title}", "", text.format(**{**about, "beside": told})]
    for part, rows in rows_of(about["rows"]).items():
        heading = part.english if language == "en" else part.chinese
        lines += ["", f"## {heading}", ""]
        if part.picture and rows:
            lines += [f"![{heading}](../performance-{part.picture}.svg)", ""]
        lines += [f"| {' | '.join(heads)} |", "| --- | ---: | ---: |"]
        lines += [f"| `{row['figure']}` | {shown(row['measured'])} | {row['goal']} |" for row in rows]
    return "\n".join(lines) + "\n"


def shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def pictures(about: dict[str, Any]) -> dict[str, str]:
    drawn = {}
    for part, rows in rows_of(about["rows"]).items():
        ratios = [(row["figure"], row["measured"]) for row in rows if " / " in row["figure"]]
        if part.picture and ratios:
            drawn[f"performance-{part.picture}.svg"] = plots.bars(part.english, ratios)
    return drawn


def made(about: dict[str, Any]) -> dict[str, str]:
    """All files, by their names below docs."""
    return {f"{language}/performance.md": page(about, language) for language in WORDS} | pictures(about)


def main() -> None:
    about = json.loads((DOCS / "performance.json").read_text(encoding="utf-8"))
    for name, text in made(about).items():
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
