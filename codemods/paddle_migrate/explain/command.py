"""`paddle-migrate explain PM203`, `explain fluid.layers.mean`, `explain mean`: the page for a code or an API."""

from __future__ import annotations

import ast
import re

import click
from click.shell_completion import CompletionItem

from paddle_migrate.chinese.help import language_option
from paddle_migrate.chinese.sentences import said
from paddle_migrate.codes import CODES, level_of
from paddle_migrate.explain.pages import Page, became, did_you_mean, names, page_of, pages_of
from paddle_migrate.interrupts import Interruptible
from paddle_migrate.rules.advice import advice
from paddle_migrate.rules.rule import Rule, RuleModule

_WORKS = {
    "helper": "rewritten, with a helper function written into the script",
    "code": "runs under the compat layer; rewritten where a whole pattern is recognised",
}

_HANGS = "what becomes of it hangs on its object: give paddle-migrate the script, and see the diff"

# what stands in files, by the end of a legacy name: the command that converts it
_FILES = {
    "_inference_model$":
        "models on disk: paddle-migrate model DIR says what one is, and with -o writes it for another Paddle",
    r"(save|load)(_dygraph|_params|_persistables)$|^paddle\.\w+\.(save|load)$":
        "parameters on disk: paddle-migrate checkpoint converts them",
}


def _complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Codes; and names, bare or with what stands before them so far."""
    head, dot, last = incomplete.rpartition(".")
    codes = [CompletionItem(code, help=CODES[code].title) for code in CODES if not dot and code.startswith(incomplete)]
    begun = sorted(name for name in names() if last and name.startswith(last)) if incomplete not in CODES else []
    return codes + [CompletionItem(f"{head}{dot}{name}") for name in begun if not dot or _page(f"{head}.{name}")]


@click.command(cls=Interruptible, context_settings={"help_option_names": ["-h", "--help"]})
@language_option
@click.argument("words", metavar="[CODE|API]...", nargs=-1, shell_complete=_complete)
def explain_command(words: tuple[str, ...]) -> None:
    """Say what findings' codes mean, or what legacy APIs are today; without either, list the codes.

    An API may be given by its last name alone: paddle-migrate explain Conv2D. A name of today's Paddle, such as
    paddle.optimizer.Adam, is answered with the names of 1.8.5 that became it.
    """
    if not words:
        click.echo("\n".join(f"{code}  {said(level_of(code)):9}  {said(about.title)}" for code, about in CODES.items()))
        return
    texts = {word: explain(word) for word in words}
    if unknown := [word for word, text in texts.items() if text is None]:
        raise click.UsageError(_unknown(unknown[0]))
    click.echo("\n\n".join(filter(None, texts.values())))


def explain(word: str) -> str | None:
    """The page as text, of a bare name the pages; None when nobody knows the word."""
    code = CODES.get(word.upper())
    if code is not None:
        return f"{word.upper()} ({said(level_of(word.upper()))}): {said(code.title)}\n\n{said(code.text)}"
    page = _page(word)
    found = [page] if page is not None else [] if "." in word else pages_of(word)
    if found:
        return "\n\n".join(map(_api, found))
    inner = _page(f"fluid.{word}")  # dygraph.guard
    return _of_today(word) or (_api(inner) if inner is not None else None)


def _unknown(word: str) -> str:
    """What to do about a word that has no page."""
    of, _, last = word.rpartition(".")
    if of and (_page(of) or _page(f"fluid.{of}")):
        return f"{word!r} has no page of its own; {_HANGS}, or explain {of}"
    more = f"; of a method, {_HANGS}" if not of and word.isidentifier() and word.islower() else ""
    more += did_you_mean(last, [*CODES, *names()])
    return f"{word!r} is neither a code such as PM203 nor a legacy name such as fluid.layers.mean{more}"


def _of_today(word: str) -> str | None:
    """The other way round: the names of 1.8.5 that a dotted name of today's is the form of."""
    dotted = word if word.startswith("paddle.") else f"paddle.{word}"
    found = (became(word) or became(dotted)) if "." in word else []
    if not found:
        return None
    head = said("a name of today's Paddle; what became it, or may, of 1.8.5:")
    return "\n".join([word, head, *(f"  {page.name}" for page in found)])


def _page(word: str) -> Page | None:
    page = page_of(word if word.startswith("paddle.") else f"paddle.{word}")
    return page if page is not None and not isinstance(page.rule, RuleModule) else None


def _api(page: Page) -> str:
    rule = page.rule
    assert isinstance(rule, Rule)
    state = "gone" if page.state == "gone" else _WORKS.get(rule.kind, "rewritten")
    lines = [f"{page.name}{page.signature}", f"state: {state}"]
    if rule.kind == "gone":
        lines += [f"why: {rule.why}", f"what to do: {rule.do}"]
    else:
        lines += _today(page)
    lines += [f"{old}= is called {new}= today" for old, new in page.renamed.items()]
    lines += [f"{p}= is dropped: {reason}" for p, reason in rule.dropped.items()]
    if rule.vector_result:
        lines.append("a full reduction had shape [1] in 1.8 and has no dimension today")
    if rule.differs:
        lines.append(f"numbers: {rule.differs}")
    if rule.same_dtype:
        lines.append(f"dtype: {rule.same_dtype}")
    lines += [text for pattern, text in _FILES.items() if re.search(pattern, page.name)]
    if page.state == "works":
        lines.append(f"dialects: {page.dialects}; Paddle: {', '.join(page.paddles)}")
    words = ast.get_docstring(rule.node) if rule.node is not None else None
    return "\n".join([said(line) for line in lines] + (["", words] if words else []))


def _today(page: Page) -> list[str]:
    example = page.example
    if page.today:
        today = f"today, in a program: {page.today}" if example.in_program else f"today: {page.today}"
        lines = [f"today, in a program, of sequences: {page.today}" if example.of_sequences else today]
        lines.append(f"for:   {example.before}")
        return [*lines, *([f"{example.helper} is written into the script"] if example.helper else [])]
    if page.alternatives:
        return [f"today, as the arguments choose: {', '.join(page.alternatives)}"]
    known = advice(page.name) if isinstance(page.rule, Rule) and page.rule.kind == "code" else ""
    return [f"where it is left to a person: {known}"] if known else []
