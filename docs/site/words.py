"""The site's own words in both languages."""

from __future__ import annotations

from paddle_migrate.chinese.wanted import is_chinese

WORDS = {
    "module": ("A module; each of its names has a page.", "这是一个模块，其中的名字各有一页。"),
    "not yet": ("Not there yet, here or in the compat layer: write the call in today's Paddle.",
                "改写工具和兼容层里都还没有：请用现在的 Paddle 重写这个调用。"),
    "gone": ("Gone", "已不存在"),
    "do": ("What to do", "该怎么做"),
    "today": ("Today", "现在的写法"),
    "before": ("before", "改写前"),
    "after": ("after", "改写后"),
    "helper": ("A small function of this name is written into the script.", "脚本里会写入同名的一个小函数。"),
    "program": ("So it is in a static graph.", "这是静态图里的写法。"),
    "pattern": ("It runs unchanged; it is rewritten where the whole pattern around it is recognised, else the line is "
                "named.", "可以原样运行；认出它所在的整个写法时改写，否则列出这一行。"),
    "choices": ("The arguments choose among", "由参数决定用哪一个"),
    "depends": ("What is written depends on the call.", "改写成什么取决于具体的调用。"),
    "dropped": ("Dropped arguments", "去掉的参数"),
    "argument": ("Argument", "参数"),
    "why": ("Why", "原因"),
    "differences": ("Differences", "差别"),
    "dialects": ("Dialects of Paddle 1", "Paddle 1 的写法"),
    "paddles": ("Paddle of today", "现在的 Paddle"),
    "tests": ("Held to 1.8.5 by", "与 1.8.5 对照的测试"),
    "meaning": ("What it does", "作用"),
    "names": ("Legacy names", "旧名字"),
    "codes": ("Findings", "提示代码"),
    "names intro": ("Every public name of PaddlePaddle 1.8.5. `paddle-migrate explain NAME` shows the same in a "
                    "terminal.",
                    "PaddlePaddle 1.8.5 的全部公开名字。在终端里用 `paddle-migrate explain 名字` 查看同样的内容。"),
    "codes intro": ("What the tool says of a line, by code.", "工具对某一行的提示，按代码排列。"),
    "guide": ("Guide", "使用说明"),
    "developers": ("For developers", "开发文档（英文）"),
    "language": ("English", "中文"),
    "tagline": ("From paddle.fluid to today's Paddle", "从 paddle.fluid 到现在的 Paddle"),
}


def word(key: str) -> str:
    """Raises KeyError for a key that is not there."""
    return WORDS[key][is_chinese()]


def headed(key: str, text: str) -> str:
    """What a text is, and the text; the colon is of the language."""
    return f"**{word(key)}**{'：' if is_chinese() else ': '}{text}"
