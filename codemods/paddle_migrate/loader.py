"""The loader over a generator that is written into migrated scripts."""

from __future__ import annotations

from paddle_migrate.script import Script

_DATASET = '''\
class {name}(PADDLE.io.IterableDataset):
    """The batches of a generator function, as lists of arrays; what it raises comes as the last of them."""

    def __init__(self, generator, sample_lists):
        self.generator, self.sample_lists = generator, sample_lists
        self.stopped = multiprocessing.Event()

    def __iter__(self):
        try:
            for batch in self.generator():
                if self.stopped.is_set():
                    return
                yield [NUMPY.asarray(field) for field in (zip(*batch) if self.sample_lists else batch)]
        except Exception as error:  # raised here, it would leave paddle.io.DataLoader waiting for ever
            yield [NUMPY.zeros(1), error]
'''
_LOADER = '''\
class {name}:
    """Reads batches from a generator function ahead and gives them as lists of tensors; each loop starts it anew.

    sample_lists: whether a batch is a list of samples, whose fields are to be put together, or a list of arrays.
    options: of paddle.io.DataLoader.
    """

    def __init__(self, generator, sample_lists=False, **options):
        self.generator, self.sample_lists, self.options = generator, sample_lists, options

    def __call__(self):
        return iter(self)

    def __iter__(self):
        dataset = DATASET(self.generator, self.sample_lists)
        options = dict(self.options)
        if multiprocessing.get_start_method() != "fork":
            options["num_workers"] = 0  # a thread reads ahead: no other process could be given the generator function
        batches = iter(PADDLE.io.DataLoader(dataset, batch_size=None, **options))
        try:
            for batch in batches:
                if isinstance(batch[-1], Exception):
                    raise batch[-1]
                yield batch
        except BaseException:  # the loop was left early: what reads ahead has to end
            dataset.stopped.set()
            for _ in batches:
                pass
            batch = batches = None  # the error knows this frame: a worker still held here could not be started again
            raise
'''


def write_loader(script: Script) -> str:
    """Have the loader written into the script; returns its name there."""
    paddle = script.imports.spell("paddle.io", None).rpartition(".")[0]
    numpy = script.imports.spell("numpy.zeros", None).rpartition(".")[0]
    script.imports.add_standard("multiprocessing")

    def spelled(text: str) -> str:
        return text.replace("PADDLE", paddle).replace("NUMPY", numpy)

    dataset = script.helper("GeneratorDataset", spelled(_DATASET))
    return script.helper("GeneratorLoader", spelled(_LOADER).replace("DATASET", dataset))
