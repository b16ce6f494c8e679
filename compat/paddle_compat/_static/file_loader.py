"""Batches of files for programs: what ``DataLoader.from_dataset`` makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._runtime.ahead import Stepwise
from .readers import lod_tensor


class FileLoader(Stepwise):
    """Iterating gives lists with a feed for each place, as long as there are batches for all of them.

    With ``drop_last`` batches of fewer samples than are set are left out.
    """

    def __init__(self, dataset: Any, places: Any, drop_last: bool = True) -> None:
        self.dataset, self.drop_last = dataset, drop_last
        self.places = len(places) if isinstance(places, (list, tuple)) else 1
        assert len(dataset.filelist) >= self.places, (
            f"Filelist number of dataset {len(dataset.filelist)} must be not less than place number {self.places}")

    def __call__(self) -> FileLoader:
        return self

    def __iter__(self) -> Iterator[list[dict[str, Any]]]:
        waiting: list[dict[str, Any]] = []
        for _, batch in self.dataset.batches(self.places):
            feed = {name: lod_tensor(value) for name, value in batch.items()}
            if self.drop_last and _samples(feed) < self.dataset.batch_size:
                continue
            waiting.append(feed)
            if len(waiting) == self.places:
                yield waiting
                waiting = []


def _samples(feed: dict[str, Any]) -> int:
    first = next(iter(feed.values()))
    lod = first.lod()
    return len(lod[0]) - 1 if lod else int(first.shape()[0])
