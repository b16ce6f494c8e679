"""Data sets: how they describe themselves, and files that a command brings."""

import os
import tempfile

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
x, y = fluid.data("x", [None, 2], "float32"), fluid.data("y", [None, 1], "int64")


def described(kind, size, variables, offset=None):
    dataset = fluid.DatasetFactory().create_dataset(kind)
    if size:
        dataset.set_batch_size(size)
    if variables:
        dataset.set_use_var(variables)
    if offset:
        dataset.set_rank_offset(offset)
    return dataset.desc()


answer["described"] = np.array([described(kind, size, variables) for kind in ("QueueDataset", "InMemoryDataset")
                                for size in (None, 1, 8) for variables in ([], [x, y])]
                               + [described("QueueDataset", 4, [x], "rank")])
folder = tempfile.mkdtemp()
with open(os.path.join(folder, "far.txt"), "w") as file:
    file.write("2 1.0 2.0 1 3\n2 3.0 4.5 1 1\n2 5.0 6.0 1 2\n")
os.chdir(folder)  # where 1.8.5 leaves files of its own
command = os.path.join(folder, "bring.sh")
with open(command, "w") as file:
    file.write('#!/bin/sh\ncat "' + folder + '/${1#hdfs:/}"\n')
os.chmod(command, 0o755)
total = fluid.layers.create_global_var([1], 0.0, "float32", persistable=True, name="total")
fluid.layers.assign(total + fluid.layers.mean(x * fluid.layers.cast(y, "float32")), total)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(fluid.default_startup_program())
for kind in ("QueueDataset", "InMemoryDataset"):
    for pipe in ("cat", "sed 's/^2 1.0/2 7.0/'"):
        dataset = fluid.DatasetFactory().create_dataset(kind)
        dataset.set_download_cmd(command)
        dataset.set_use_var([x, y])
        dataset.set_batch_size(3)
        dataset.set_pipe_command(pipe)
        dataset.set_filelist(["hdfs:/far.txt"])
        if kind == "InMemoryDataset":
            dataset.load_into_memory()
        executor.train_from_dataset(fluid.default_main_program(), dataset)
        answer[kind + " " + pipe] = np.array(fluid.global_scope().find_var("total").get_tensor())
