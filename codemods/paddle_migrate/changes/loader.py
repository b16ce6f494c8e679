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
            yield [NUMPY.zeros(1), error if PADDLE.io.get_worker_info() is None else self.to_send(error)]

    def to_send(self, error):
        """The error, or its text where it cannot leave the worker's process."""
        try:
            return pickle.loads(pickle.dumps(error))
        except Exception:
            return RuntimeError(f"{{type(error).__name__}}: {{error}}")
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
        error = None
        try:
            for batch in batches:
                if isinstance(batch[-1], Exception):
                    error = batch[-1]
                else:
                    yield batch
        except GeneratorExit:  # the loop was left early: what reads ahead has to end
            dataset.stopped.set()
            for _ in batches:
                pass
            raise
        batches = None  # the error will know this frame, and would hold on to the worker
        if error is not None:
            raise error
'''
_FED = '''\
class {name}(LOADER):
    """A GeneratorLoader that is made first and given its generator later."""

    def __init__(self, **options):
        super().__init__(None, **options)

    def set_sample_generator(self, reader, batch_size, drop_last=True, places=None):
        """Take samples, batch_size of them at a time."""
        return self.set_sample_list_generator(PADDLE.batch(reader, batch_size, drop_last), places)

    def set_sample_list_generator(self, reader, places=None):
        """Take batches that are lists of samples."""
        return self.set_generator(reader, True, places)

    def set_batch_generator(self, reader, places=None):
        """Take batches that are lists of arrays."""
        return self.set_generator(reader, False, places)

    def set_generator(self, generator, sample_lists, places):
        self.generator, self.sample_lists = generator, sample_lists
        if places is not None:
            self.options["places"] = places
        return self
'''
_DECORATED = """
    decorate_sample_generator = set_sample_generator
    decorate_sample_list_generator = set_sample_list_generator
    decorate_batch_generator = set_batch_generator
"""


def write_fed_loader(script: Script, decorated: bool) -> str:
    """Have the loader that gets its generator later written into the script, with PyReader's names for the methods
    where it is ``decorated``; returns its name there."""
    loader = write_loader(script)
    paddle = script.imports.spell_in_helper("paddle.batch").rpartition(".")[0]
    text = _FED + (_DECORATED if decorated else "")
    return script.helper("FedLoader", text.replace("PADDLE", paddle).replace("LOADER", loader))


def write_loader(script: Script) -> str:
    """Have the loader written into the script; returns its name there."""
    paddle = script.imports.spell_in_helper("paddle.io").rpartition(".")[0]
    numpy = script.imports.spell_in_helper("numpy.zeros").rpartition(".")[0]
    script.imports.add_standard("multiprocessing")
    script.imports.add_standard("pickle")

    def spelled(text: str) -> str:
        return text.replace("PADDLE", paddle).replace("NUMPY", numpy)

    dataset = script.helper("GeneratorDataset", spelled(_DATASET))
    return script.helper("GeneratorLoader", spelled(_LOADER).replace("DATASET", dataset))
