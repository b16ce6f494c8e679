"""Loaders over generators that feed a program: `DataLoader.from_generator(feed_list=…)` → `FeedLoader(…)`, and
`DataFeeder(…)`, both written into the script."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.dropping import settle_inside
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.layout import laid_out
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.sequences import feeds_sequences
from paddle_migrate.script import Script

IN_PROGRAMS = True
_LOADERS = ("DataLoader", "PyReader")
_NO_FEED = "which variables it feeds is hidden, or it feeds none: give feed_list="


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open(*_LOADERS):
        _loader(script, reference)
    for reference in script.open("DataFeeder"):
        _feeder(script, reference)


def _loader(script: Script, reference: Reference) -> None:
    made = _made_by(script, reference)
    if made is None:
        return
    feeds, capacity, lists = (reference.argument(name, made) for name in ("feed_list", "capacity", "return_list"))
    if feeds is None or script.source.code(feeds) in ("None", "[]") or any(arg.star for arg in made.args):
        script.leave(reference, "PM303", _NO_FEED)
        return
    settle_inside(script, *(arg for arg in made.args if arg.value not in (feeds, capacity, lists)))
    name = write_written(script, "SequenceLoader" if feeds_sequences(script.facts) else "FeedLoader")

    def arguments() -> list[str]:
        kept = [script.render(feeds)]
        if capacity is not None:
            kept.append(f"capacity={script.render(capacity)}")
        if lists is not None and script.source.code(lists) != "False":
            kept.append(f"return_list={script.render(lists)}")
        return kept

    script.edits.replace(*script.source.core(made), lambda: laid_out(script, made, name, arguments()))
    script.settle(reference)
    script.say(reference.node, "PM117", reference.short, f"→ {name}(), written into the script")


def _made_by(script: Script, reference: Reference) -> cst.Call | None:
    """`DataLoader.from_generator(…)`, or `PyReader(…)`."""
    if reference.beyond == ["from_generator"]:
        attribute = script.source.parents.get(reference.node)
        call = script.source.parents.get(attribute)
        return call if isinstance(call, cst.Call) and call.func is attribute else None
    is_reader = reference.short.endswith("PyReader") and not reference.beyond
    return reference.call if is_reader else None


def _feeder(script: Script, reference: Reference) -> None:
    feeds = reference.argument("feed_list")
    if reference.call is None or feeds is None or reference.beyond:
        return
    name = write_written(script, "SequenceFeeder" if feeds_sequences(script.facts) else "DataFeeder")
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    script.say(reference.node, "PM117", reference.short, f"→ {name}(), written into the script")
