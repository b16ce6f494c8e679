"""``paddle.fluid.dataset``: samples in files, which ``Executor.train_from_dataset`` trains on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NoReturn

from .._runtime.ahead import in_thread
from .._runtime.warn import warn_once
from .._static.slots import TYPES, Record, Slot, batches, in_turn, records, slot_of, tensors, without_zeros

__all__ = ["DatasetFactory", "InMemoryDataset", "QueueDataset"]

_AHEAD = 4  # batches


class DatasetFactory:
    """Makes data sets by the names of their classes."""

    def __init__(self) -> None:
        """Nothing is made yet."""

    def create_dataset(self, datafeed_class: str = "QueueDataset") -> Any:
        """A ``QueueDataset`` or an ``InMemoryDataset``.

        Raises ``NotImplementedError`` for a ``BoxPSDataset`` and ``ValueError`` for another name.
        """
        for made in (QueueDataset, InMemoryDataset, FileInstantDataset):
            if made.__name__ == datafeed_class:
                return made()
        if datafeed_class == "BoxPSDataset":
            raise NotImplementedError("BoxPSDataset was for the servers of BoxPS, which are not there: create an "
                                      "InMemoryDataset, without set_date, begin_pass and end_pass")
        raise ValueError(f"datafeed class {datafeed_class} does not exist")


class DatasetBase:
    """Files, what reads them, and the variables that take the slots of their lines."""

    feed = ""

    def __init__(self) -> None:
        """No files yet, read as they are, a line in a batch."""
        self.filelist: list[str] = []
        self.thread_num = self.batch_size = 1
        self.pipe_command, self.download_cmd, self.rank_offset = "cat", "", ""
        self._is_told = False  # of how many lines a batch is
        self.slots: list[Slot] = []

    def set_pipe_command(self, pipe_command: str) -> None:
        """Set the shell command that reads each file and writes lines of slots."""
        self.pipe_command = pipe_command

    def set_batch_size(self, batch_size: int) -> None:
        """Set how many lines make a batch."""
        self.batch_size, self._is_told = batch_size, True

    def set_thread(self, thread_num: int) -> None:
        """Set how many parts the data has, of each of which batches are taken in turn."""
        self.thread_num = thread_num

    def set_filelist(self, filelist: list[str]) -> None:
        """Set the files."""
        self.filelist = filelist

    def set_use_var(self, var_list: list[Any]) -> None:
        """Set the variables of the slots. Raises ``ValueError`` for other dtypes than float32 and int64."""
        self.slots += [slot_of(variable) for variable in var_list]

    def set_hdfs_config(self, fs_name: str, fs_ugi: str) -> None:
        """Do nothing: files of the machine itself are read."""

    def set_download_cmd(self, download_cmd: str) -> None:
        """Set the shell command that writes a file of ``hdfs:`` or ``afs:``, whose path is put behind it."""
        self.download_cmd = download_cmd

    def set_rank_offset(self, rank_offset: str) -> None:
        """Name what merged page views give; nothing here merges them."""
        self.rank_offset = rank_offset

    def desc(self) -> str:
        """How the files are read, as 1.8.5 wrote it."""
        lines = [f'name: "{self.feed}"', *([f"batch_size: {self.batch_size}"] if self._is_told else [])]
        offset = [f'rank_offset: "{self.rank_offset}"'] if self.rank_offset else []
        end = [f'pipe_command: "{self.pipe_command}"', *offset]
        if not self.slots:
            return "\n".join([*lines, *end, ""])
        lines.append("multi_slot_desc {")
        for slot in self.slots:
            dense = [] if slot.shape is None else ["    is_dense: true"]
            shape = [f"    shape: {size}" for size in slot.shape or ()]
            lines += ["  slots {", f'    name: "{slot.name}"', f'    type: "{TYPES[slot.dtype]}"', *dense,
                      "    is_used: true", *shape, "  }"]
        return "\n".join([*lines, "}", *end, ""])

    def batches(self, thread: int) -> Iterator[tuple[int, dict[str, Any]]]:
        """The batches by name, each with the number of its part; ``thread`` parts, or 0 for as many as are set."""
        parts = self._parts(thread)
        made = in_turn([batches(part, self.batch_size) for part in parts])
        return in_thread(lambda: ((part, tensors(batch, self.slots)) for part, batch in made), _AHEAD)

    def _parts(self, thread: int) -> list[Iterator[Record]]:
        raise NotImplementedError

    def _read(self, paths: list[str]) -> Iterator[Record]:
        for path in paths:
            far = path.startswith(("hdfs:", "afs:"))
            if far and not self.download_cmd:
                raise NotImplementedError(f"{path}: download the file first, or name the command that writes it by "
                                          "set_download_cmd; files of the machine itself are read")
            yield from records(path, self.pipe_command, self.slots, self._passed_over(),
                               self.download_cmd if far else "")

    def _passed_over(self) -> int:
        return 0


class QueueDataset(DatasetBase):
    """Reads its files while a program trains, those of each part one after the other."""

    feed = "MultiSlotDataFeed"

    def _parts(self, thread: int) -> list[Iterator[Record]]:
        count = max(1, min(thread or self.thread_num, len(self.filelist)))
        return [self._read(self.filelist[part::count]) for part in range(count)]

    def local_shuffle(self) -> NoReturn:
        """Raise ``NotImplementedError``."""
        self._refuse("local")

    def global_shuffle(self, fleet: Any = None) -> NoReturn:
        """Raise ``NotImplementedError``."""
        self._refuse("global")

    def _refuse(self, which: str) -> NoReturn:
        raise NotImplementedError(f"{type(self).__name__} does not support {which} shuffle, please use "
                                  f"InMemoryDataset for {which}_shuffle")


class FileInstantDataset(QueueDataset):
    """The same; files are read as they are asked for."""

    feed = "MultiSlotFileInstantDataFeed"


class InMemoryDataset(DatasetBase):
    """Holds all samples of its files, and may shuffle them. Zeros are left out of sequences, as in 1.8.5."""

    feed = "MultiSlotInMemoryDataFeed"

    def __init__(self) -> None:
        """Nothing is loaded yet."""
        super().__init__()
        self.samples: list[Record] = []
        self.parse_ins_id = self.parse_content = False
        self._shuffled = False

    def load_into_memory(self) -> None:
        """Read all files."""
        self.samples = [without_zeros(record, self.slots) for record in self._read(self.filelist)]

    def preload_into_memory(self, thread_num: int | None = None) -> None:
        """Read all files, with as many parts as ``thread_num`` says."""
        self.thread_num = thread_num or self.thread_num
        self.load_into_memory()

    def wait_preload_done(self) -> None:
        """Do nothing: it is done."""

    def local_shuffle(self) -> None:
        """Put the samples in another order, a different one each time."""
        random.Random().shuffle(self.samples)

    def global_shuffle(self, fleet: Any = None, thread_num: int = 12) -> None:
        """Leave the samples in their order, as the 1.8.5 that everybody could install did, but say so."""
        warn_once("global_shuffle leaves the samples where they are, as 1.8.5 did without pslib: call local_shuffle, "
                  "and give each trainer files of its own.")

    def release_memory(self) -> None:
        """Forget the samples."""
        self.samples = []

    def get_memory_data_size(self, fleet: Any = None) -> int:
        """How many samples are loaded; with ``fleet`` by all trainers."""
        return _of_all(len(self.samples), fleet)

    def get_shuffle_data_size(self, fleet: Any = None) -> int:
        """How many samples came from other trainers: none."""
        return _of_all(0, fleet)

    def set_parse_ins_id(self, parse_ins_id: bool) -> None:
        """Say whether lines begin with an id."""
        self.parse_ins_id = parse_ins_id

    def set_parse_content(self, parse_content: bool) -> None:
        """Say whether lines have another field behind the id."""
        self.parse_content = parse_content

    def set_queue_num(self, queue_num: int) -> None:
        """Do nothing: there is a queue for each part."""

    def set_fleet_send_batch_size(self, fleet_send_batch_size: int = 1024) -> None:
        """Do nothing: no samples are sent."""

    def set_fleet_send_sleep_seconds(self, fleet_send_sleep_seconds: int = 0) -> None:
        """Do nothing: no samples are sent."""

    def set_feed_type(self, data_feed_type: str) -> None:
        """Set the name of what reads, in :meth:`desc`."""
        self.feed = data_feed_type

    def _passed_over(self) -> int:
        return int(self.parse_ins_id) + int(self.parse_content)

    def _parts(self, thread: int) -> list[Iterator[Record]]:
        if not self.samples:
            warn_once("InMemoryDataset: there are no samples to train on; call load_into_memory first.")
        count = max(1, thread or self.thread_num)
        width = len(self.samples) // count + 1
        return [iter(self.samples[begin : begin + width]) for begin in range(0, width * count, width)]

    def __getattr__(self, name: str) -> Any:
        if name in _PSLIB:
            raise NotImplementedError(f"InMemoryDataset.{name} was for pslib and its servers, which are not there: "
                                      "leave the call out, and merge the lines of a page view before they are read")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


_PSLIB = (
    "set_merge_by_lineid", "set_merge_by_sid", "set_enable_pv_merge", "set_parse_logkey",
    "set_generate_unique_feasigns", "generate_local_tables_unlock", "preprocess_instance", "postprocess_instance",
    "set_current_phase", "get_pv_data_size", "set_pv_batch_size", "set_fea_eval", "slots_shuffle",
)


def _of_all(count: int, fleet: Any) -> int:
    if fleet is None:
        return count
    found = [0]
    fleet._role_maker.all_reduce_worker([count], found)
    return found[0]
