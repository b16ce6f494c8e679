"""Checkpoints of a collective fleet: what lasts of its program and the number of the epoch, a folder for each."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from .... import io

__all__ = ["Checkpoints", "TrainStatus"]

_PREFIX, _PARAMETERS, _STATUS = "__paddle_fleet_checkpoint__", "_paddle_fleet_param__", "fleet_train_status"


class TrainStatus:
    """How far a training has come: number ``epoch_no`` is done, -1 is none."""

    def __init__(self, epoch_no: int = -1) -> None:
        self._epoch_no = epoch_no

    def next(self) -> int:
        """The number of the epoch to go on with."""
        return self._epoch_no + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TrainStatus) and self._epoch_no == other._epoch_no

    def __hash__(self) -> int:
        return hash(self._epoch_no)


class Checkpoints:
    """What a fleet with a ``_transpiled_program`` saves of it and takes up again. Only local folders serve."""

    _transpiled_program: Any = None

    def save_check_point(self, executor: Any, path: str, train_status: TrainStatus, main_program: Any = None,
                         fs: Any = None, local_cache_path: str = ".cache", remain_all_checkpoint: bool = True) -> None:
        """Save the next checkpoint below ``path``; without ``remain_all_checkpoint`` the older ones go."""
        _local(fs)
        folder = Path(path) / f"{_PREFIX}.{max(_numbers(path), default=-1) + 1}"
        part = folder.with_name(f"{folder.name}.tmp")
        part.mkdir(parents=True, exist_ok=True)
        io.save_persistables(executor, str(part), self._program(main_program), _PARAMETERS)
        (part / _STATUS).write_text(json.dumps({"epoch_no": train_status._epoch_no}), encoding="utf-8")
        part.rename(folder)
        if not remain_all_checkpoint:
            self.clean_redundant_check_points(path)

    def load_check_point(self, executor: Any, path: str, trainer_id: int, main_program: Any = None, fs: Any = None,
                         local_cache_path: str = ".cache", ignore_empty: bool = True) -> TrainStatus | None:
        """Load the last checkpoint below ``path``; ``None`` where there is none.

        Raises ``AssertionError`` there without ``ignore_empty``.
        """
        _local(fs)
        numbers = _numbers(path)
        assert numbers or ignore_empty, "Can't find checkpoint"
        if not numbers:
            return None
        folder = Path(path) / f"{_PREFIX}.{max(numbers)}"
        io.load_persistables(executor, str(folder), self._program(main_program), _PARAMETERS)
        status = folder / _STATUS
        return TrainStatus(json.loads(status.read_text(encoding="utf-8"))["epoch_no"] if status.exists() else -1)

    def clean_redundant_check_points(self, root_path: str, fs: Any = None, checkpoint_num: int = 1) -> None:
        """Remove all checkpoints but the last ``checkpoint_num``."""
        _local(fs)
        for number in sorted(_numbers(root_path))[: -max(checkpoint_num, 1)]:
            shutil.rmtree(Path(root_path) / f"{_PREFIX}.{number}")

    def _program(self, given: Any) -> Any:
        return self._transpiled_program if given is None else given


def _numbers(path: str) -> list[int]:
    endings = [each.name.partition(".")[2] for each in Path(path).glob(f"{_PREFIX}.*") if each.is_dir()]
    return [int(ending) for ending in endings if ending.isdigit()]


def _local(fs: Any) -> None:
    if fs is not None and fs.need_upload_download():
        raise NotImplementedError("checkpoints in another file system are not there: save in a folder, and upload it")
