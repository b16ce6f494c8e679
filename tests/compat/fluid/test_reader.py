"""Loaders over generators: the same batches as 1.8.5's, errors that arrive, and workers that end."""

import multiprocessing
import threading
import time

import numpy as np
import pytest
from paddle_migrate.api import Options, migrate_source

pytestmark = pytest.mark.oracle

SAMPLES = "s = lambda: iter([(np.full([2], i, 'float32'), i) for i in range(7)]);"
BATCHES = "b = lambda: iter([[np.full([3, 2], i, 'float32'), np.arange(3)] for i in range(4)]);"
LISTS = f"{SAMPLES} l = io.batch(s, 3);"
SHOW = "[out.extend(batch) for epoch in range(2) for batch in loader()]"
MAKE = "loader = io.DataLoader.from_generator({}); loader.{}; "
CASES = {
    "sample": SAMPLES + MAKE.format("capacity=2", "set_sample_generator(s, batch_size=2)") + SHOW,
    "sample_last": SAMPLES + MAKE.format(
        "None, 4, False, True, True, False", "set_sample_generator(s, 3, drop_last=False, places=fluid.CPUPlace())"
    ) + SHOW,
    "list": LISTS + MAKE.format("capacity=4, return_list=True", "set_sample_list_generator(l)") + SHOW,
    "list_places": LISTS + MAKE.format(
        "capacity=1, iterable=True, drop_last=False", "set_sample_list_generator(l, places=[fluid.CPUPlace()])"
    ) + SHOW,
    "batch": BATCHES + MAKE.format("capacity=2, use_double_buffer=False", "set_batch_generator(b)") + SHOW,
    "batch_process": BATCHES + MAKE.format("capacity=2, use_multiprocess=True", "set_batch_generator(b)") + SHOW,
    "two_places": BATCHES + MAKE.format("capacity=2", "set_batch_generator(b, places=[fluid.CPUPlace()] * 2)"),
    "no_capacity": "io.DataLoader.from_generator()",
    "no_generator": "[x for x in io.DataLoader.from_generator(capacity=1)]",
    "pyreader": f"{SAMPLES} loader = io.PyReader(capacity=2);"
    f" loader.decorate_sample_generator(sample_generator=s, batch_size=2); {SHOW}",
    "pyreader_last": f"{SAMPLES} loader = io.PyReader(None, 2, True, True, True);"
    f" loader.decorate_sample_generator(s, 2, False); {SHOW}",
    "pyreader_fed": f"{SAMPLES} loader = io.PyReader(feed_list=[1], capacity=2, iterable=False, return_list=True);"
    f" loader.decorate_sample_generator(s, 2); {SHOW}",
    "pyreader_list": f"{LISTS} loader = io.PyReader(capacity=2, iterable=True, return_list=True);"
    f" loader.decorate_sample_list_generator(l); {SHOW}",
    "pyreader_batch": f"{BATCHES} loader = io.PyReader(capacity=2, use_double_buffer=False);"
    f" loader.decorate_batch_generator(b, places=fluid.CPUPlace()); {SHOW}",
}


@pytest.fixture(scope="module")
def answers(fluid, harness, doings):
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {CASES!r}))\n"
    return harness.ask("loader", question), doings.run_doings(fluid, CASES)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    theirs, ours = ({k: v for k, v in some.items() if k.split("|")[0] == name} for some in answers)
    assert ours.keys() == theirs.keys()
    for key, wanted in theirs.items():
        if not key.endswith("|error"):
            assert (ours[key].dtype, ours[key].tolist()) == (wanted.dtype, wanted.tolist())


HEAD = "import numpy as np\nimport paddle.fluid as fluid\nfrom paddle.fluid import io\n"
# 1.8.5 raised before anything was read: there is nothing that the codemod could keep.
RAISED = ("two_places", "no_capacity", "no_generator")
OFF = Options(programs=False)
# What the codemod leaves to a person then: in words of its finding, why.
LEFT = {"pyreader_fed": "asks for it: fluid.io.PyReader"}


def migrated(source):
    """What the codemod makes of a script, which does not use fluid any more, executed."""
    result = migrate_source(HEAD + source)
    assert not result.left
    assert "fluid" not in result.text
    scope = {"__name__": "script", "out": [], "broken": broken, "endless": endless}
    exec(compile(result.text, "script.py", "exec"), scope)
    return scope


@pytest.mark.parametrize("name", [name for name in CASES if name not in RAISED and name not in LEFT])
def test_migrated_it_is_the_same(answers, name):
    theirs = {k: v for k, v in answers[0].items() if k.split("|")[0] == name}
    ours = [tensor.numpy() for tensor in migrated(CASES[name].replace("; ", "\n").replace(";", "\n"))["out"]]
    assert [(a.dtype, a.tolist()) for a in ours] == [(a.dtype, a.tolist()) for a in theirs.values()]


@pytest.mark.parametrize("name", [name for name in CASES if name not in RAISED and name not in LEFT])
def test_migrated_it_is_the_same_when_the_generator_comes_later(answers, name):
    """Made in a function of its own, so that the loader keeps 1.8.5's methods."""
    lines = CASES[name].split(";")
    made = next(i for i, line in enumerate(lines) if line.strip().startswith("loader ="))
    lines[made] = f"def make():\n    return {lines[made].partition('=')[2].strip()}\nloader = make()"
    ours = [tensor.numpy() for tensor in migrated("\n".join(line.strip(" ") for line in lines))["out"]]
    theirs = {k: v for k, v in answers[0].items() if k.split("|")[0] == name}
    assert [(a.dtype, a.tolist()) for a in ours] == [(a.dtype, a.tolist()) for a in theirs.values()]


@pytest.mark.parametrize("name", LEFT)
def test_left_to_a_person(name):
    assert any(LEFT[name] in finding.message for finding in migrate_source(HEAD + CASES[name], options=OFF).left)


def broken():
    yield [np.zeros([2], "float32")]
    raise ZeroDivisionError("in the reader")


def endless():
    while True:
        yield [np.zeros([2], "float32")]


@pytest.mark.parametrize("use_multiprocess", [False, True])
def test_an_error_in_the_reader_reaches_the_loop(fluid, use_multiprocess):
    with fluid.dygraph.guard():
        loader = fluid.io.DataLoader.from_generator(capacity=2, use_multiprocess=use_multiprocess)
        loader.set_batch_generator(broken)
        seen = []
        with pytest.raises(ZeroDivisionError, match="in the reader"):
            seen += loader()
        with pytest.raises(fluid.core.EnforceNotMet, match="queue is killed because the data reader raises"):
            list(loader)


MIGRATED = "loader = io.DataLoader.from_generator(capacity=2, use_multiprocess={})\nloader.set_batch_generator({})\n"


def test_a_process_without_batches_ends_the_loop(fluid, monkeypatch):
    monkeypatch.setattr("paddle_compat._runtime.ahead.PATIENCE", 0.1)
    with fluid.dygraph.guard():
        loader = fluid.io.DataLoader.from_generator(capacity=2, use_multiprocess=True)
        loader.set_batch_generator(lambda: time.sleep(60))
        with pytest.raises(fluid.core.EnforceNotMet, match="gave no batch in"):
            list(loader)


@pytest.mark.parametrize("use_multiprocess", [False, True])
def test_migrated_an_error_reaches_the_loop(use_multiprocess):
    loader = migrated(MIGRATED.format(use_multiprocess, "broken"))["loader"]
    for _ in range(3):
        seen = []
        with pytest.raises(ZeroDivisionError, match="in the reader"):
            seen.extend(loader())
        assert [len(batch) for batch in seen] == [1]


@pytest.mark.parametrize(("use_multiprocess", "kind"), [(False, "Local"), (True, "RuntimeError")])
def test_migrated_an_error_that_cannot_be_sent_reaches_the_loop(use_multiprocess, kind):
    """A worker's process can only send what can be pickled."""

    def broken():
        class Local(Exception):
            pass

        yield [np.zeros([2], "float32")]
        raise Local("in the reader")

    scope = migrated(MIGRATED.format(use_multiprocess, "lambda: read()"))
    scope["read"] = broken
    with pytest.raises(Exception, match="in the reader") as caught:
        list(scope["loader"])
    assert caught.typename == kind


@pytest.mark.parametrize("use_multiprocess", [False, True])
def test_migrated_leaving_early_ends_the_workers(use_multiprocess):
    before = workers()
    loader = migrated(MIGRATED.format(use_multiprocess, "endless"))["loader"]
    for _ in range(3):
        for number, _batch in enumerate(loader()):
            if number == 5:
                break
        assert not multiprocessing.active_children()
    for _ in range(50):
        if workers() <= before:
            break
        time.sleep(0.1)
    assert workers() <= before


def test_migrated_batches_are_read_ahead():
    made = []

    def batches():
        for number in range(9):
            made.append(number)
            yield [np.full([1], number)]

    source = "loader = fluid.io.DataLoader.from_generator(capacity=4)\nloader.set_batch_generator(lambda: batches())\n"
    scope = migrated(source)
    scope["batches"] = batches
    reading = iter(scope["loader"])
    next(reading)
    for _ in range(50):
        if len(made) >= 5:
            break
        time.sleep(0.1)
    assert 5 <= len(made) < 9
    reading.close()


def workers():
    return threading.active_count() + len(multiprocessing.active_children())


@pytest.mark.parametrize("use_multiprocess", [False, True])
def test_leaving_the_loop_early_ends_the_workers(fluid, use_multiprocess):
    before = workers()
    with fluid.dygraph.guard():
        loader = fluid.io.DataLoader.from_generator(capacity=2, use_multiprocess=use_multiprocess)
        loader.set_batch_generator(endless)
        for _ in loader():
            break
    for _ in range(50):
        if workers() <= before:
            break
        time.sleep(0.1)
    assert workers() <= before


def test_next(fluid):
    with fluid.dygraph.guard():
        loader = fluid.io.DataLoader.from_generator(capacity=2)
        loader.set_batch_generator(lambda: iter([[np.zeros([1])], [np.ones([1])]]))
        assert [loader.next()[0].numpy().tolist(), next(loader)[0].numpy().tolist()] == [[0.0], [1.0]]
        with pytest.raises(StopIteration):
            loader.next()
        assert loader.next()[0].numpy().tolist() == [0.0]


def test_lists_of_different_lengths_are_no_array(fluid):
    with fluid.dygraph.guard():
        loader = fluid.io.DataLoader.from_generator(capacity=2)
        loader.set_batch_generator(lambda: iter([[[[1], [1, 2]]]]))
        with pytest.raises(TypeError, match="different lengths"):
            list(loader)


def test_static_mode_is_refused(fluid):
    import paddle

    paddle.enable_static()
    try:
        with pytest.raises(NotImplementedError, match="static mode"):
            fluid.io.DataLoader.from_generator(capacity=2)
    finally:
        paddle.disable_static()


def test_a_dataset(fluid):
    import paddle

    class Squares(paddle.io.Dataset):
        def __getitem__(self, index):
            return np.array([index * index], "float32"), np.array([index])

        def __len__(self):
            return 5

    with fluid.dygraph.guard():
        loader = fluid.io.DataLoader(Squares(), places=fluid.CPUPlace(), batch_size=2, drop_last=True)
        assert [batch[0].numpy().ravel().tolist() for batch in loader] == [[0.0, 1.0], [4.0, 9.0]]
