"""Training from files: what it leaves of parameters, and what it prints. Found: ``np``, ``fluid``, ``answer``."""

import contextlib
import os
import sys
import tempfile

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.incubate.data_generator import MultiSlotDataGenerator, MultiSlotStringDataGenerator

L, answer = fluid.layers, globals()["answer"]


def printed(run):
    """What is written to the standard output, also by 1.8.5's own code."""
    with tempfile.TemporaryFile("w+") as file:
        sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            with contextlib.redirect_stdout(file):
                run()
                file.flush()
        finally:
            os.dup2(kept, 1)
            os.close(kept)
        file.seek(0)
        return file.read()


def lines(random, count):
    for _ in range(count):
        number = random.randint(1, 5)
        words = " ".join(str(each) for each in random.randint(0, 20, number))
        numbers = " ".join(f"{each:.4f}" for each in random.rand(4))
        yield f"{number} {words} 4 {numbers} 1 {random.randint(0, 2)}\n"


words = fluid.data("words", [None, 1], "int64", lod_level=1)
x, y = fluid.data("x", [None, 2, 2]), fluid.data("y", [None, 1], "int64")
fluid.default_startup_program().random_seed = 3
hidden = L.sequence_pool(L.embedding(words, [20, 4]), "sum") + L.reshape(x, [-1, 4])
chances = L.fc(hidden, 2, act="softmax")
loss = L.mean(L.cross_entropy(chances, y))
fluid.optimizer.SGD(0.1).minimize(loss)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(fluid.default_startup_program())
main, random = fluid.default_main_program(), np.random.RandomState(0)

with tempfile.TemporaryDirectory() as folder:
    there = os.getcwd()
    os.chdir(folder)  # where 1.8.5 leaves a description of each run
    for number in range(3):
        with open(f"{number}.txt", "w") as file:
            file.writelines(lines(random, 10 + number))
    for kind, command in (("QueueDataset", "cat"), ("InMemoryDataset", "cat"), ("QueueDataset", "tail -n 7 | tac")):
        dataset = fluid.DatasetFactory().create_dataset(kind)
        dataset.set_use_var([words, x, y])
        dataset.set_batch_size(4)
        dataset.set_pipe_command(command)
        dataset.set_filelist(["0.txt", "1.txt", "2.txt"])
        if kind == "InMemoryDataset":
            dataset.load_into_memory()
            answer["size"] = np.array([dataset.get_memory_data_size(), dataset.get_shuffle_data_size()])
        answer[f"{kind} {command} described"] = np.array(dataset.desc())

        def train(dataset=dataset):
            executor.train_from_dataset(main, dataset, fetch_list=[loss, chances, words],
                                        fetch_info=["loss", "the chances", "words"], print_period=1)

        answer[f"{kind} {command} printed"] = np.array(printed(train))
        executor.infer_from_dataset(main, dataset)
        answer[f"{kind} {command} table"] = np.array(fluid.global_scope().find_var("embedding_0.w_0").get_tensor())
    os.chdir(there)


class Words(MultiSlotDataGenerator):
    """Two slots of each line."""

    def generate_sample(self, line):
        def sample():
            numbers = [int(each) for each in (line or "1 2").split()]
            yield [("words", numbers), ("half", [numbers[0] / 2.0])]
            yield None
            yield [("words", numbers[:1]), ("half", [1])]

        return sample

    def generate_batch(self, samples):
        def batch():
            yield samples[-1]
            yield from samples

        return batch


class Strings(MultiSlotStringDataGenerator):
    """The same of words."""

    def generate_sample(self, line):
        return lambda: [[("words", ["1", "08"]), ("empty", [])]]


for made in (Words(), Strings()):
    made.set_batch(3)
    answer[type(made).__name__] = np.array(printed(made.run_from_memory))
    kept, sys.stdin = sys.stdin, iter(["1 2 3\n", "4\n", "5 6\n"])
    answer[f"{type(made).__name__} of lines"] = np.array(printed(made.run_from_stdin))
    sys.stdin = kept
