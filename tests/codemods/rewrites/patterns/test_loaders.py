"""Loaders over generators: one GeneratorLoader where its generator can be seen, else left alone."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle\nimport numpy as np\nimport paddle.fluid as fluid\n\n\n"
MAKE = "loader = fluid.io.DataLoader.from_generator(capacity=10)\n"


def body_of(text):
    """The migrated script without its imports and the loader that is written into it."""
    head, _, rest = text.partition("            raise error\n\n\n")
    assert "class GeneratorDataset(paddle.io.IterableDataset)" in head
    assert "class GeneratorLoader" in head
    return rest


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (MAKE + "loader.set_batch_generator(gen)\n", "loader = GeneratorLoader(gen, prefetch_factor=10)\n"),
        (
            MAKE + "loader.set_sample_list_generator(paddle.batch(gen, 8))\nfor i, x in enumerate(loader()):\n    x\n",
            "loader = GeneratorLoader(paddle.batch(gen, 8), sample_lists=True, prefetch_factor=10)\n"
            "for i, x in enumerate(loader()):\n    x\n",
        ),
        (
            MAKE + "loader.set_sample_generator(gen, 8)\n",
            "loader = GeneratorLoader(\n    paddle.batch(gen, 8, drop_last=True),\n    sample_lists=True,\n"
            "    prefetch_factor=10)\n",
        ),
        (
            "loader = fluid.io.PyReader(None, 2)\n"
            "loader.decorate_sample_generator(sample_generator=gen, batch_size=n, drop_last=d)\n",
            "loader = GeneratorLoader(paddle.batch(gen, n, drop_last=d), sample_lists=True, prefetch_factor=2)\n",
        ),
        (
            "loader = fluid.io.DataLoader.from_generator(None, n, True, True, True, mp)\n"
            "loader.set_batch_generator(gen, fluid.CPUPlace())\n",
            "loader = GeneratorLoader(gen, places=paddle.CPUPlace(), prefetch_factor=n, num_workers=int(mp))\n",
        ),
        (
            "loader = fluid.io.DataLoader.from_generator(capacity=2, use_multiprocess=True)\n"
            "loader.set_batch_generator(gen)\n",
            "loader = GeneratorLoader(gen, prefetch_factor=2, num_workers=1)\n",
        ),
        (
            "loader = fluid.io.DataLoader.from_generator(capacity=2).set_batch_generator(gen)\n",
            "loader = GeneratorLoader(gen, prefetch_factor=2)\n",
        ),
        (
            MAKE + "if train:\n    n = 1\n    loader.set_batch_generator(a)\nelif x:\n"
            "    loader.set_batch_generator(b)\nelse:\n    loader.set_batch_generator(c)\n",
            "if train:\n    n = 1\n    loader = GeneratorLoader(a, prefetch_factor=10)\nelif x:\n"
            "    loader = GeneratorLoader(b, prefetch_factor=10)\nelse:\n"
            "    loader = GeneratorLoader(c, prefetch_factor=10)\n",
        ),
        (
            "class Model:\n    def __init__(self):\n"
            "        self.loader = fluid.io.DataLoader.from_generator(capacity=2)\n"
            "        self.loader.set_batch_generator(self.read)\n",
            "class Model:\n    def __init__(self):\n"
            "        self.loader = GeneratorLoader(self.read, prefetch_factor=2)\n",
        ),
    ],
)
def test_one_loader_takes_the_place_of_both_calls(before, after):
    result = migrate_source(HEAD + before)
    assert body_of(result.text) == after
    assert not result.left
    assert migrate_source(result.text).text == result.text


def test_the_guards_place_is_where_batches_come_to_by_themselves():
    result = migrate_source(
        HEAD
        + """\
place = fluid.CUDAPlace(0) if gpu else fluid.CPUPlace()
with fluid.dygraph.guard(place):
    loader = fluid.io.DataLoader.from_generator(capacity=4)
    # the batches of the first file
    loader.set_batch_generator(gen, places=place)
    for x in loader:
        print(x)
"""
    )
    assert (
        body_of(result.text)
        == """\
place = "gpu:0" if gpu else "cpu"
paddle.device.set_device(place)
# the batches of the first file
loader = GeneratorLoader(gen, prefetch_factor=4)
for x in loader:
    print(x)
"""
    )


def test_numpy_is_imported_where_it_is_not():
    text = migrate_source("import paddle.fluid as fluid\n" + MAKE + "loader.set_batch_generator(gen)\n").text
    imports, _, _ = text.partition("\n\n\nclass GeneratorDataset(")
    assert imports.splitlines() == [f"import {n}" for n in ("multiprocessing", "pickle", "paddle", "numpy as np")]


def test_names_that_are_taken_are_not_used():
    taken = "class GeneratorDataset:\n    pass\n\n\n"
    text = migrate_source(HEAD + taken + MAKE + "loader.set_batch_generator(gen)\n").text
    assert "class GeneratorDataset_(paddle.io.IterableDataset)" in text
    assert "dataset = GeneratorDataset_(self.generator" in text


FED = {
    "another function": (
        "def make(n):\n    loader = fluid.io.DataLoader.from_generator(capacity=n)\n    return loader\n",
        "def make(n):\n    loader = FedLoader(prefetch_factor=n)\n    return loader\n",
    ),
    "a branch without a generator": (
        MAKE + "if train:\n    loader.set_batch_generator(gen)\n",
        "loader = FedLoader(prefetch_factor=10)\nif train:\n    loader.set_batch_generator(gen)\n",
    ),
    "used before": (
        MAKE + "show(loader)\nloader.set_batch_generator(gen)\n",
        "loader = FedLoader(prefetch_factor=10)\nshow(loader)\nloader.set_batch_generator(gen)\n",
    ),
    "in a loop": (
        MAKE + "for gen in gens:\n    loader.set_batch_generator(gen, fluid.CPUPlace())\n",
        "loader = FedLoader(prefetch_factor=10)\nfor gen in gens:\n"
        "    loader.set_batch_generator(gen, paddle.CPUPlace())\n",
    ),
    "a second generator": (
        MAKE + "loader.set_batch_generator(gen)\nuse(loader)\nloader.set_batch_generator(other)\n",
        "loader = FedLoader(prefetch_factor=10)\nloader.set_batch_generator(gen)\nuse(loader)\n"
        "loader.set_batch_generator(other)\n",
    ),
    "another method": (
        "class A:\n    def a(self):\n        self.l = fluid.io.PyReader(capacity=2)\n\n"
        "    def b(self):\n        self.l.decorate_batch_generator(gen)\n",
        "class A:\n    def a(self):\n        self.l = FedLoader(prefetch_factor=2)\n\n"
        "    def b(self):\n        self.l.decorate_batch_generator(gen)\n",
    ),
    "a loop by hand": (
        MAKE + "show(loader)\nbatches = iter(loader)\nfirst = next(batches)\nnext()\n",
        "loader = FedLoader(prefetch_factor=10)\nshow(loader)\nbatches = iter(loader)\nfirst = next(batches)\nnext()\n",
    ),
    "handed on": (
        "use(fluid.io.DataLoader.from_generator(capacity=2, use_multiprocess=True))\n",
        "use(FedLoader(prefetch_factor=2, num_workers=1))\n",
    ),
    "two names": (
        "a = b = fluid.io.DataLoader.from_generator(capacity=2)\na.set_batch_generator(gen)\n",
        "a = b = FedLoader(prefetch_factor=2)\na.set_batch_generator(gen)\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), FED.values(), ids=FED.keys())
def test_a_loader_that_gets_its_generator_later(before, after):
    result = migrate_source(HEAD + before)
    assert result.text.endswith(f"\n\n{after}")
    assert not result.left
    assert migrate_source(result.text).text == result.text
    assert ("decorate_batch_generator = set_batch_generator" in result.text) == ("PyReader" in before)


LEFT = {
    "next": MAKE + "loader.set_batch_generator(gen)\nbatch = loader.next()\n",
    "next of the loader itself": MAKE + "loader.set_batch_generator(gen)\niter(loader)\nbatch = next(loader)\n",
    "next, later": MAKE + "show(loader)\nbatch = loader.next()\n",
    "start": MAKE + "loader.set_batch_generator(gen)\nloader.start()\n",
    "reset, later": MAKE + "show(loader)\nloader.reset()\n",
    "no capacity": "loader = fluid.io.DataLoader.from_generator()\nloader.set_batch_generator(gen)\n",
    "static variables": "loader = fluid.io.DataLoader.from_generator([x, y], 2)\nloader.set_batch_generator(gen)\n",
    "static variables by name": "loader = fluid.io.PyReader(feed_list=v, capacity=2)\n"
    "loader.decorate_batch_generator(gen)\n",
    "stars": "loader = fluid.io.DataLoader.from_generator(**options)\nloader.set_batch_generator(gen)\n",
    "stars behind": MAKE + "loader.set_sample_generator(*options)\n",
    "a call that would move": "loader = fluid.io.PyReader(capacity=size())\nloader.decorate_batch_generator(gen)\n",
    "not called": "make = fluid.io.DataLoader.from_generator\n",
}


@pytest.mark.parametrize("source", LEFT.values(), ids=LEFT.keys())
def test_what_todays_loaders_do_not_have_is_left(check_noop, source):
    result = check_noop("import paddle.fluid as fluid\n" + source, programs=False)
    assert len(result.left) == 1


def test_todays_loaders_are_left(check_noop):
    check_noop("import paddle\nloader = paddle.io.DataLoader(data, batch_size=8)\nfor x in loader():\n    print(x)\n")
    check_noop("import paddle\nloader = make()\nloader.set_batch_generator(gen)\n")


def test_a_loader_from_another_file_is_said(check_noop):
    head = "import paddle.fluid as fluid\nfrom utils import make\nuse(fluid)\n"
    result = check_noop(head + "make().set_batch_generator(gen)\n")
    said = [f.message for f in result.findings if (f.code, f.line) == ("PM233", 4)]
    assert [message.startswith("the loader is not made in this file") for message in said] == [True]
