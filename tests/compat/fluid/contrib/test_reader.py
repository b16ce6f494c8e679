"""Which batches each rank reads, and what the readers of ``paddle`` still do."""

import gzip
import struct

import numpy as np
import paddle
import pytest

QUESTION = """
import os, io, contextlib
ranks = [(rank, size) for size in [1, 2, 3] for rank in range(size)]
for rank, size in ranks:
    os.environ.update(PADDLE_TRAINERS_NUM=str(size), PADDLE_TRAINER_ID=str(rank))
    for count in [0, 1, 7]:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            reader = fluid.contrib.reader.distributed_batch_reader(lambda: iter(range(count)))
            got = list(reader()) + list(reader())
        answer["{}/{}/{}".format(rank, size, count)] = np.array(got, "int64")
        answer["{}/{}/{}|out".format(rank, size, count)] = np.array(out.getvalue())
"""
CASES = [(rank, size, count) for size in [1, 2, 3] for rank in range(size) for count in [0, 1, 7]]


@pytest.mark.oracle
@pytest.mark.parametrize(("rank", "size", "count"), CASES)
def test_each_rank_reads_what_it_read(fluid, harness, monkeypatch, capsys, rank, size, count):
    theirs = harness.ask("reader", QUESTION)
    monkeypatch.setattr("paddle.distributed.get_rank", lambda: rank)
    monkeypatch.setattr("paddle.distributed.get_world_size", lambda: size)
    reader = fluid.contrib.reader.distributed_batch_reader(lambda: iter(range(count)))
    got = [*reader(), *reader()]
    key = f"{rank}/{size}/{count}"
    assert got == theirs[key].tolist()
    assert capsys.readouterr().out == str(theirs[f"{key}|out"])


def test_the_ranks_of_one_round_read_equally_many(fluid, monkeypatch):
    monkeypatch.setattr("paddle.distributed.get_world_size", lambda: 2)
    read = []
    for rank in [0, 1]:
        monkeypatch.setattr("paddle.distributed.get_rank", lambda rank=rank: rank)
        read.append(list(fluid.contrib.reader.distributed_batch_reader(lambda: iter(range(5)))()))
    assert read == [[0, 2], [1, 3]]


BATCHES = """
def numbers():
    return iter(range(7))
def flat(batches):
    return np.array([len(batch) for batch in batches] + [item for batch in batches for item in batch], "int64")
answer["short"] = flat(list(paddle.batch(numbers, batch_size=3)()))
answer["dropped"] = flat(list(paddle.batch(numbers, 3, drop_last=True)()))
answer["empty"] = flat(list(paddle.batch(lambda: iter([]), 3)()))
answer["chain"] = np.array(list(paddle.reader.chain(numbers, numbers)()))
answer["firstn"] = np.array(list(paddle.reader.firstn(numbers, 3)()))
answer["compose"] = np.array(list(paddle.reader.compose(numbers, numbers)()))
answer["mapped"] = np.array(list(paddle.reader.map_readers(lambda a, b: a * b, numbers, numbers)()))
answer["buffered"] = np.array(list(paddle.reader.buffered(numbers, 2)()))
answer["shuffled"] = np.sort(np.array(list(paddle.reader.shuffle(numbers, 4)())))
answer["cached"] = np.array(list(paddle.reader.cache(numbers)()))
"""


@pytest.mark.oracle
def test_paddles_own_readers_are_what_they_were(fluid, harness):
    scope = {"paddle": paddle, "np": np, "answer": {}}
    exec(BATCHES, scope)
    theirs = harness.ask("batch", BATCHES)
    assert scope["answer"].keys() == theirs.keys()
    for key, wanted in theirs.items():
        np.testing.assert_array_equal(scope["answer"][key], wanted, err_msg=key)
    assert fluid.io.batch is paddle.batch


@pytest.mark.parametrize("size", [0, -1])
def test_a_batch_has_at_least_one_sample(size):
    with pytest.raises(ValueError, match="batch_size"):
        paddle.batch(lambda: iter([]), size)


MNIST = """
import os, tempfile
folder = tempfile.mkdtemp()
paths = [os.path.join(folder, name) for name in ["images.gz", "labels.gz"]]
for path, key in zip(paths, ["images", "labels"]):
    with open(path, "wb") as file:
        file.write(given[key].tobytes())
samples = list(paddle.dataset.mnist.reader_creator(paths[0], paths[1], 2)())
answer["pixels"] = np.array([image for image, _ in samples])
answer["digits"] = np.array([label for _, label in samples])
"""


@pytest.mark.oracle
def test_paddles_mnist_reads_what_it_read(harness):
    pixels = (np.arange(4 * 784) % 256).astype("uint8")
    images = gzip.compress(struct.pack(">IIII", 2051, 4, 28, 28) + pixels.tobytes(), mtime=0)
    labels = gzip.compress(struct.pack(">II", 2049, 4) + bytes([7, 0, 9, 3]), mtime=0)
    given = {"images": np.frombuffer(images, "uint8"), "labels": np.frombuffer(labels, "uint8")}
    scope = {"paddle": paddle, "np": np, "given": given, "answer": {}}
    exec(MNIST, scope)
    theirs = harness.ask("mnist", MNIST, given)
    for key, wanted in theirs.items():
        assert scope["answer"][key].dtype == wanted.dtype
        np.testing.assert_array_equal(scope["answer"][key], wanted)
