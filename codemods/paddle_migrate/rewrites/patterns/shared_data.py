"""Data-parallel training in which every rank reads all the data: said where the loader is made."""

from __future__ import annotations

from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.whole_readers import whole_readers
from paddle_migrate.script import Script

_SAMPLED = ("every rank reads all the data, so that with n ranks an epoch trains n times on each sample; give the "
            "DataLoader batch_sampler=paddle.io.DistributedBatchSampler(dataset, batch_size, shuffle)")
_READ = ("every rank reads all the data, so that with n ranks an epoch trains n times on each sample; let each rank "
         "take every n-th batch, from its own number on (dist.get_rank(), dist.get_world_size())")


def may_be_in(text: str) -> bool:
    """Whether it trains with several ranks at all."""
    return "DataParallel" in text and "backward" in text


def rewrite(script: Script) -> None:
    for call in whole_readers(script.facts):
        if script.is_skipped(call):
            continue
        name = dotted(call.func) or ""
        script.say(call, "PM334", name, _SAMPLED if name.rpartition(".")[2] == "DataLoader" else _READ)
