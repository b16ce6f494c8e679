"""Branches that the script as it stands does not take: a model of several depths, of which it makes one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paddle_migrate.interpreter.records import Made, Place
from paddle_migrate.unsized.old_form import OldRule, is_known
from paddle_migrate.unsized.plan import Plan

if TYPE_CHECKING:
    from paddle_migrate.script import Script

Records = dict[Place, list[Made]]


def by_site(made: list[Made]) -> Records:
    """The records of each call; of branches not taken, those that only such a branch makes."""
    found: Records = {}
    taken = {view.site for record in made if not record.explored for view in record.views}
    for record in made:
        beside = record.explored and all(view.site in taken for view in record.views if view.site is not None)
        if record.site is not None and not beside:
            found.setdefault(record.site, []).append(record)
    return found


def say_other_sizes(script: Script, plan: Plan, old: OldRule, made: list[Made], sizes: dict[str, str]) -> None:
    """Say where a number is written that another argument of the model would make another one."""
    for record in [r for r in made if r.explored]:
        for name, size in _sizes(old, record).items():
            for site, text in _written(plan, record, name, sizes):
                if text.isdigit() and int(text) != size:
                    words = f"the size {text} is right as the script stands; with {record.explored} it would be {size}"
                    script.say(site[0], "PM218", old.short, words)
                    break


def _sizes(old: OldRule, record: Made) -> dict[str, int]:
    found = [old.sizes(record.args, shapes) for shapes in record.inputs]
    return {n: s for sizes in found for n, s in sizes.items() if is_known(s) and isinstance(s, int)}


def _written(plan: Plan, record: Made, name: str, sizes: dict[str, str]) -> Iterator[tuple[Place, str]]:
    """What is written for the size on the way to the layer: at its own call, then at the calls around it."""
    for view in record.views:
        if view.site is None or name not in sizes:
            return
        if view is record.views[0]:
            yield view.site, sizes[name]
        else:
            passed = [text for (site, _), text in plan.arguments.items() if site == view.site]
            if len(passed) == 1:
                yield view.site, passed[0]
