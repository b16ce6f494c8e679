"""Samples in text files, and programs that are run on all of them: what `train_from_dataset` was in Paddle 1."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
from collections.abc import Iterator
from typing import Any

import numpy as np
import paddle

from paddle_migrate.written.copies import in_program
from paddle_migrate.written.feeders import has_lengths
from paddle_migrate.written.runs import step_schedule


class DatasetFactory:
    """Makes datasets by the names of their classes."""

    def create_dataset(self, datafeed_class: str | None = None) -> Any:
        """A dataset that holds its samples, where it is asked for by its name, else one that reads as it goes."""
        return {"InMemoryDataset": InMemoryDataset}.get(str(datafeed_class), QueueDataset)()


class QueueDataset:
    """The samples of files: what a shell command makes of these has, in each line, a number of values and then these
    for each variable."""

    def __init__(self) -> None:
        self.pipe_command, self.batch_size, self.thread_num, self.passed_over = "cat", 1, 1, 0
        self.download_cmd = ""
        self.filelist: list[str] = []
        self.variables: list[Any] = []
        self.sequences: list[str] = []  # the names of those that are rows of sequences

    def set_pipe_command(self, pipe_command: str) -> None:
        """The command that reads a file from its standard input, and writes lines of samples."""
        self.pipe_command = pipe_command

    def set_batch_size(self, batch_size: int) -> None:
        self.batch_size = batch_size

    def set_thread(self, thread_num: int) -> None:
        """In how many parts the files are read, of which batches are taken in turn."""
        self.thread_num = thread_num

    def set_filelist(self, filelist: list[str]) -> None:
        self.filelist = filelist

    def set_use_var(self, var_list: list[Any]) -> None:
        """The variables that are fed, in the order of a line."""
        self.variables = list(var_list)

    def set_hdfs_config(self, fs_name: str, fs_ugi: str) -> None:
        """Files of this machine are read."""

    def set_download_cmd(self, download_cmd: str) -> None:
        """The command that writes a file of hdfs: or afs:, whose path is put behind it."""
        self.download_cmd = download_cmd

    def set_rank_offset(self, rank_offset: str) -> None:
        """Page views are not merged."""

    def read(self, filelist: list[str]) -> Iterator[list[list[str]]]:
        """The values of each sample, as they stand in its line."""
        for path in filelist:
            command = f"zcat | ( {self.pipe_command} )" if path.endswith(".gz") else self.pipe_command
            is_far = bool(self.download_cmd) and path.startswith(("hdfs:", "afs:"))
            if is_far:
                command = f'{self.download_cmd} "{path}" | ( {self.pipe_command} )'
            with open(os.devnull if is_far else path, "rb") as file:
                given = subprocess.run(command, shell=True, stdin=file, stdout=subprocess.PIPE, check=True).stdout
            for line in given.decode().splitlines():
                words, sample = line.split(), []
                for _ in range(self.passed_over + len(self.variables)):
                    end = 1 + int(words[0])
                    sample.append(words[1:end])
                    words = words[end:]
                yield sample[self.passed_over :]

    def parts(self, thread_num: int) -> list[Iterator[list[list[str]]]]:
        """The samples of each part."""
        count = max(1, min(thread_num, len(self.filelist)))
        return [self.read(self.filelist[part::count]) for part in range(count)]

    def batches(self, thread_num: int = 0) -> Iterator[tuple[int, dict[str, Any]]]:
        """What is fed for each batch, with the number of its part."""
        parts = dict(enumerate(self.parts(thread_num or self.thread_num)))
        while parts:
            for part, samples in list(parts.items()):
                batch = list(itertools.islice(samples, self.batch_size))
                if batch:
                    yield part, self.feed(batch)
                if len(batch) < self.batch_size:
                    del parts[part]

    def numbered(self, thread_num: int = 0) -> Iterator[tuple[int, dict[str, Any]]]:
        """What is fed for each batch, with how many the first part has given by then; 0 with those of others."""
        count = 0
        for part, feed in self.batches(thread_num):
            count += part == 0
            yield count if part == 0 else 0, feed

    def feed(self, batch: list[list[list[str]]]) -> dict[str, Any]:
        """The arrays of a batch; of sequences the rows, and the lengths beside them."""
        found = {}
        for variable, fields in zip(self.variables, zip(*batch)):
            words = [word for field in fields for word in field]
            if "int64" in str(variable.dtype).lower():
                array = np.array([int(word) - (int(word) >= 2**63) * 2**64 for word in words], "int64")
            else:
                array = np.array([float(word) for word in words], "float32")
            found[variable.name] = array.reshape(list(variable.shape))
            if variable.name in self.sequences:
                found[f"{variable.name}_lengths"] = np.array([len(field) for field in fields], "int64")
        return found


class InMemoryDataset(QueueDataset):
    """A QueueDataset that holds all samples of its files, sequences without their zeros, and may shuffle them."""

    def __init__(self) -> None:
        super().__init__()
        self.samples: list[list[list[str]]] = []

    def load_into_memory(self) -> None:
        """Read all files."""
        self.samples = list(self.read(self.filelist))

    def preload_into_memory(self, thread_num: int | None = None) -> None:
        """Read all files, which are then taken in as many parts."""
        self.thread_num = thread_num or self.thread_num
        self.load_into_memory()

    def wait_preload_done(self) -> None:
        """It is done."""

    def local_shuffle(self) -> None:
        random.Random().shuffle(self.samples)

    def global_shuffle(self, fleet: Any = None, thread_num: int = 12) -> None:
        """The samples stay in their order: processes have none in common."""

    def release_memory(self) -> None:
        self.samples = []

    def get_memory_data_size(self, fleet: Any = None) -> int:
        return len(self.samples)

    def get_shuffle_data_size(self, fleet: Any = None) -> int:
        return 0

    def set_parse_ins_id(self, parse_ins_id: bool) -> None:
        """Whether lines begin with an id."""
        self.passed_over += int(parse_ins_id)

    def set_parse_content(self, parse_content: bool) -> None:
        """Whether lines have another field behind the id."""
        self.passed_over += int(parse_content)

    def set_queue_num(self, queue_num: int) -> None:
        """There is one queue."""

    def set_fleet_send_batch_size(self, fleet_send_batch_size: int = 1024) -> None:
        """No samples are sent."""

    def set_fleet_send_sleep_seconds(self, fleet_send_sleep_seconds: int = 0) -> None:
        """No samples are sent."""

    def without_zeros(self, sample: list[list[str]]) -> list[list[str]]:
        """A sample whose sequences have no zeros, but one where nothing else is left."""
        is_sequence = [each.name in self.sequences for each in self.variables]
        kept = [[word for word in words if abs(float(word)) >= 1e-6] or ["0"] for words in sample]
        return [short if is_short else words for is_short, short, words in zip(is_sequence, kept, sample)]

    def parts(self, thread_num: int) -> list[Iterator[list[list[str]]]]:
        count = max(1, thread_num)
        width = len(self.samples) // count + 1
        samples = [self.without_zeros(sample) for sample in self.samples]
        return [iter(samples[begin : begin + width]) for begin in range(0, width * count, width)]


def train_from_dataset(
    executor: Any,
    program: Any = None,
    dataset: Any = None,
    scope: Any = None,
    thread: int = 0,
    debug: bool = False,
    fetch_list: Any = None,
    fetch_info: Any = None,
    print_period: int = 100,
    fetch_handler: Any = None,
) -> None:
    """Run the program on all batches of the dataset, and print what is to be fetched at every print_period-th one."""
    program = program or paddle.static.default_main_program()
    fetched, words = in_program(program, fetch_list or []), fetch_info or []
    dataset.sequences = [each.name for each in dataset.variables if has_lengths(each.block.program, each.name)]
    for number, feed in dataset.numbered(thread):
        shown = fetched if number and number % print_period == 0 else []
        for told, value in zip(words, executor.run(program, feed, shown, scope=scope)):
            print(told, value, flush=True)
        step_schedule(program)
