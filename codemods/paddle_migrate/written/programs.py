"""What static programs had of Paddle 1, over today's programs: copies for tests, feeders, loaders, runners."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import paddle

from paddle_migrate.written.variables import set_variables, telling


def clone(program: Any) -> Any:
    """A copy of the program as it is now; fetch `in_program(copy, variables)`."""
    mapping = None if hasattr(program, "to_string") else paddle.pir.IrMapping()  # before Paddle 3
    copy = program.clone() if mapping is None else program.clone(mapping)
    copy.mapping, copy.original = mapping, program  # whose variables live no longer than it does
    return let_unfed(copy)


def clone_for_test(program: Any) -> Any:
    """A copy of a program that trains only later, to test with; fetch `in_program(copy, variables)`."""
    mapping = None if hasattr(program, "to_string") else paddle.pir.IrMapping()  # before Paddle 3
    copy = program.clone(for_test=True) if mapping is None else program.clone(mapping)
    if mapping is not None:
        copy.set_is_test_attr()
    copy.mapping, copy.original = mapping, program  # whose variables live no longer than it does
    return let_unfed(copy)


def clone_trained_for_test(program: Any) -> Any:
    """A copy in which dropout and batch normalisation test and nothing trains; fetch `in_program(copy, variables)`."""
    copy = clone_for_test(program)
    return copy if hasattr(program, "to_string") else without_training(copy)  # before Paddle 3


def pruned(program: Any, targets: Any) -> Any:
    """A copy of the program with nothing but what the targets need; fetch `in_program(copy, variables)`."""
    if hasattr(program, "to_string"):  # before Paddle 3
        copy = program._prune(targets)
        copy.is_pruned = True
        return copy
    copy = clone(program)
    wanted = in_program(copy, list(targets) if isinstance(targets, (list, tuple)) else [targets])
    for op in reversed(copy.global_block().ops):  # before Paddle 3.3 assign() gives what it writes into
        if op.name() == "pd_op.assign_out_":
            wanted = [op.result(0) if each.is_same(op.operand_source(1)) else each for each in wanted]
    return copy._prune(wanted)


def kept_results(values: list[Any]) -> list[Any]:
    """What a run gives, as Paddle 1 gave it: no later run writes into its tensors, and none is without a dimension."""
    kept = []
    for value in values:
        if hasattr(value, "_set_dims"):
            tensor, lod = value._copy(value._place()), value.lod()
            tensor._set_dims(value.shape() or [1])
            if lod:  # which copies of Paddle 3 forget
                tensor.set_lod(lod)
            value = tensor
        kept.append(np.atleast_1d(value) if isinstance(value, np.ndarray) else value)
    return kept


def for_test(program: Any) -> Any:
    """The program itself, in which dropout and batch normalisation test from now on; before Paddle 3 its copy."""
    if hasattr(program, "to_string"):
        copy = program.clone(for_test=True)
        copy.original = program
        return copy
    program.set_is_test_attr()
    return without_training(let_unfed(program))


def without_training(program: Any) -> Any:
    """The program, in which nothing trains any more."""
    block, gradients = program.global_block(), {}
    for op in block.ops:
        sources = [operand.source().get_defining_op() for operand in op.operands()]
        if op.name().endswith("_grad") or any(each in gradients for each in sources):
            gradients[op] = True
    for op in reversed(gradients):
        block.remove_op(op)
    return program


def let_unfed(program: Any) -> Any:
    """The program, of which data need not be fed that nothing is computed of; Paddle 3 demands all others."""
    program = program or paddle.static.default_main_program()
    for op in program.global_block().ops if not hasattr(program, "to_string") else []:
        if op.name() == "pd_op.data" and op.result(0).use_empty():
            op.result(0).persistable = True
    return program


def in_program(program: Any, variables: Any) -> Any:
    """What the variables are in a copy by `clone` or `clone_for_test`; in any other program they are themselves. What
    holds none of them is itself, too."""
    if isinstance(variables, dict):
        found = {key: in_program(program, each) for key, each in variables.items()}
        return found if any(found[key] is not each for key, each in variables.items()) else variables
    if isinstance(variables, (list, tuple)):
        listed = [in_program(program, each) for each in variables]
        return listed if any(one is not each for one, each in zip(listed, variables)) else variables
    if hasattr(program, "to_string"):  # before Paddle 3
        return program.global_block().vars.get(getattr(variables, "name", None), variables)
    mapping: Any = getattr(program, "mapping", None)
    known = in_program(program.original, variables) if mapping is not None else None  # of a copy, this is a copy of it
    if known is None or not hasattr(known, "is_same") or not mapping.has(known):
        return variables
    copied = mapping.look_up(known)
    copied.persistable = copied.persistable and known.persistable  # data that are used now have to be fed
    return copied


def step_schedule(program: Any = None) -> None:
    """Let the learning rate of the program go on, where it has a schedule."""
    schedule = getattr(program or paddle.static.default_main_program(), "lr_scheduler", None)
    if schedule is not None:
        schedule.step()


def count_on(program: Any = None) -> None:
    """Let the learning rate of the program go on, where it has a schedule, and what the program counts its runs by."""
    program = program or paddle.static.default_main_program()
    step_schedule(program)
    for name in getattr(program, "counts", []):
        counter = paddle.static.global_scope().find_var(name).get_tensor()
        counter.set(np.array(counter) + 1, paddle.CPUPlace())


def variable(program: Any, name: str) -> Any:
    """The variable that is fed under the name, the parameter of that name, or what `name_of` gave it."""
    if hasattr(program, "to_string"):  # before Paddle 3
        block = program.global_block()
        may_be_others = name not in block.vars and not hasattr(program, "is_pruned")
        if may_be_others and paddle.static.global_scope().find_var(name) is not None:
            return block.create_var(name=name, persistable=True)
        return block.var(name)
    for op in program.global_block().ops:
        is_named = op.name() in ("pd_op.data", "builtin.parameter")
        known_as = op.str_attr("known_as").split() if op.has_attr("known_as") else []
        names = [op.result(0).name] if is_named else known_as
        if name in names:
            return op.result(names.index(name))
        if op.name() == "builtin.set_parameter" and op.str_attr("parameter_name") == name:  # of a start-up program
            return op.operand_source(0)
    if hasattr(program, "original"):  # named after the copy was made
        made = variable(program.original, name)
        found = program.mapping.look_up(made)
        if any(found.is_same(each) for op in program.global_block().ops for each in op.results()):  # not pruned away
            if not found.get_defining_op().has_attr("known_as"):
                found.get_defining_op().set_str_attr("known_as", made.get_defining_op().str_attr("known_as"))
            return found
    raise ValueError(f"nothing is fed under the name {name}, and no parameter has it")


def lasting_variable(program: Any, name: str, shape: Any, dtype: Any) -> Any:
    """A variable of the program that is what the scope holds under its name, whichever program put that there."""
    if hasattr(program, "to_string"):  # before Paddle 3
        return program.global_block().create_var(name=name, shape=shape, dtype=dtype, persistable=True)
    with paddle.static.program_guard(program, paddle.static.Program()):  # which nobody runs
        made = paddle.static.create_parameter(list(shape), dtype, None, paddle.ParamAttr(name, trainable=False))
    made.stop_gradient, made.is_parameter = True, False
    return made


def name_of(variable: Any) -> str:
    """The variable's name; what Paddle 3 computes is given one, by which `variable` finds it, in copies too."""
    if not hasattr(variable, "is_same") or variable.has_name:
        return str(variable.name)
    op = variable.get_defining_op()
    if not op.has_attr("known_as"):
        op.set_str_attr("known_as", " ".join(paddle.utils.unique_name.generate("computed") for _ in op.results()))
    place = [each.is_same(variable) for each in op.results()].index(True)
    return str(op.str_attr("known_as").split()[place])


def has_lengths(program: Any, name: str) -> bool:
    """Whether what is fed under the name are rows of sequences, whose lengths are fed beside them."""
    block = program.global_block()
    fed = block.vars if hasattr(block, "vars") else []  # before Paddle 3
    return f"{name}_lengths" in (fed or [op.result(0).name for op in block.ops if op.name() == "pd_op.data"])


def with_lengths_fed(feeds: list[Any], program: Any = None) -> list[Any]:
    """The data that are fed, and behind them the lengths of those that are rows of sequences, where they are used."""
    program = program or paddle.static.default_main_program()
    lengths = [variable(program, f"{each.name}_lengths") for each in feeds if has_lengths(program, each.name)]
    return fed_first([*feeds, *(each for each in lengths if is_used(program, each))])


def fed_first(feeds: list[Any]) -> list[Any]:
    """The data that are fed, at the beginning of their program in this order, in which a loaded model names them."""
    for each in reversed([each for each in feeds if hasattr(each, "is_same")]):  # of Paddle 3
        op, first = each.get_defining_op(), each.block.ops[0]
        if op != first:
            op.move_before(first)
    return feeds


def is_used(program: Any, fed: Any) -> bool:
    """Whether something is computed of what is fed."""
    if hasattr(fed, "use_empty"):  # Paddle 3
        return not fed.use_empty()
    return any(fed.name in op.input_arg_names for block in program.blocks for op in block.ops)


def variables(given: Iterable[Any], program: Any = None) -> list[Any]:
    """The variables that are given, by themselves or by the names of parameters and of what is fed."""
    program = program or paddle.static.default_main_program()
    given = [given] if isinstance(given, str) or hasattr(given, "stop_gradient") else given
    return [variable(program, each) if isinstance(each, str) else each for each in given]


def feed_data(feed: Any, program: Any = None) -> Any:
    """What the program's data are fed; other variables that are given a value are set: Paddle 3 feeds data alone."""
    program = program or paddle.static.default_main_program()
    if feed is None or hasattr(program, "to_string"):  # before Paddle 3
        return feed
    ops = program.global_block().ops
    lasting = {op.result(0).name for op in ops if op.name() == "builtin.parameter"} & set(feed)
    set_variables(program, {name: np.array(feed[name]) for name in lasting})
    return {name: value for name, value in feed.items() if name not in lasting}


def is_given(value: Any) -> bool:
    """Whether it is true: of a variable, that there is one."""
    return isinstance(value, (paddle.static.Variable, paddle.pir.Value)) or bool(value)


def is_parameter(variable: Any) -> bool:
    """Whether it is a parameter, of a program or of a layer."""
    is_of_layer = isinstance(variable, paddle.base.framework.EagerParamBase)
    found: bool = getattr(variable, "is_parameter", is_of_layer)
    return found


def set_trainable(parameter: Any, trainable: Any) -> None:
    """Have a parameter trained, or not."""
    parameter.trainable = trainable
    parameter.stop_gradient = not trainable
    if trainable:
        let_through([parameter])


def heed_trainable(loss: Any) -> None:
    """Have no parameters trained, in the program of ``loss``, that are not trainable."""
    for each in all_parameters(loss.block.program):
        each.stop_gradient = each.stop_gradient or not each.trainable


def let_through(variables: list[Any]) -> None:
    """Have gradients reach the variables from what is made of them, where they stopped for want of any to reach."""
    known = {key_of(each) for each in variables}
    for op in variables[0].block.program.global_block().ops if variables else []:
        given, made = given_and_made(op)
        if known.isdisjoint(map(key_of, given)) or not all(e.stop_gradient or key_of(e) in known for e in given):
            continue
        for each in made:
            each.stop_gradient = False
            known.add(key_of(each))


def key_of(variable: Any) -> Any:
    """What tells a variable of a program from others."""
    return variable.id if hasattr(variable, "is_same") else variable.name  # of Paddle 3, before


def given_and_made(op: Any) -> tuple[list[Any], list[Any]]:
    """The variables that an operator takes, and those of its results that may have gradients."""
    if hasattr(op, "results"):  # Paddle 3
        given, made = op.operands_source(), op.results()
        if not op.name().startswith("builtin.") and not paddle.base.core.has_vjp(op):
            made = []
        return given, [e for e in made if not e.is_dense_tensor_type() or "float" in str(e.dtype)]
    given, made = ([op.block._var_recursive(n) for n in names] for names in (op.input_arg_names, op.output_arg_names))
    return given, [each for each in made if "float" in str(each.dtype) or "FP" in str(each.dtype)]


def gradients(targets: Any, inputs: Any, target_gradients: Any = None, no_grad_set: Any = None) -> list[Any]:
    """Those of the targets with respect to the inputs, which may be frozen, or made of nothing but what is fed."""
    inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    reached = [each for each in inputs if not each.stop_gradient or may_have_gradient(each)]
    frozen = [each for each in reached if each.stop_gradient and each.persistable]
    stopped = [each for each in reached if each.stop_gradient]
    for each in stopped:
        each.stop_gradient = False
    let_through(stopped)
    if no_grad_set is not None:
        no_grad_set = set(variables(no_grad_set, inputs[0].block.program))
    if isinstance(targets, (list, tuple)) and len(targets) > 1:
        targets, target_gradients = last_of(targets, target_gradients, no_grad_set or ())
    found = paddle.static.gradients(targets, inputs, target_gradients, no_grad_set)
    for each in frozen:
        each.stop_gradient = True
    return [] if len(found) == 1 and found[0] is None else found


def last_of(targets: Any, given: Any, stopped: Any) -> tuple[list[Any], Any]:
    """The targets of which no other one is made, and what is given for them: Paddle 1 heeded no others."""
    if not hasattr(targets[0], "is_same"):  # before Paddle 3
        return targets, given
    sources, waiting = set(map(key_of, stopped)), list(targets)
    while waiting:
        found = waiting.pop().get_defining_op().operands_source()
        found = [each for each in found if not each.stop_gradient and key_of(each) not in sources]
        waiting += found
        sources.update(map(key_of, found))
    last = {key_of(each): place for place, each in enumerate(targets) if key_of(each) not in sources}
    if any(given[place] is not None for place in {*range(len(targets))} - {*last.values()} if given):
        raise ValueError("a target that another one is made of has a gradient of its own: ask for each by itself")
    return [targets[place] for place in last.values()], given and [given[place] for place in last.values()]


def calc_gradient(targets: Any, inputs: Any, target_gradients: Any = None, no_grad_set: Any = None) -> Any:
    """What `gradients` gives, of one input itself and no list."""
    found = gradients(targets, inputs, target_gradients, no_grad_set)
    return found if len(found) > 1 else next(iter(found), None)


def may_have_gradient(variable: Any) -> bool:
    """Whether gradients stop at it for no other reason than what it is made of; a parameter is made of nothing."""
    if not hasattr(variable, "is_same"):  # before Paddle 3
        made = variable.op is not None and not variable.persistable
        return not variable.is_data and (not made or all(e.stop_gradient for e in given_and_made(variable.op)[0]))
    op = variable.get_defining_op()
    return op.name() != "pd_op.data" and all(each.stop_gradient for each in op.operands_source())


def append_backward(
    loss: Any, parameter_list: Any = None, no_grad_set: Any = None, callbacks: Any = None, checkpoints: Any = None
) -> list[tuple[Any, Any]]:
    """The trained parameters, or those that are given, as they were made, each with its gradient."""
    if not hasattr(loss, "is_same"):  # before Paddle 3, which alone computes anew between checkpoints
        return paddle.static.append_backward(loss, parameter_list, no_grad_set, callbacks, checkpoints)
    program = loss.block.program
    trained = [each for each in all_parameters(program) if not each.stop_gradient]
    chosen = variables(parameter_list, program) if parameter_list else trained
    pairs = zip(chosen, gradients(loss, chosen, None, no_grad_set))
    return [(each, gradient) for each, gradient in pairs if gradient is not None]


def all_parameters(program: Any) -> list[Any]:
    """The parameters of a program, or of its first block, as they were made."""
    block = program.global_block() if hasattr(program, "global_block") else program
    found = [each for each in block.all_parameters() if getattr(each, "is_parameter", True)]
    if not isinstance(block, paddle.pir.Block):  # before Paddle 3
        return found
    return list({each.name: each for each in reversed(found)}.values())  # of those that share a name the last


def list_vars(program: Any) -> list[Any]:
    """The variables of a program that have names, its parameters as they were made."""
    found = [telling(program, each) for each in program.list_vars()]
    if not isinstance(program, paddle.pir.Program):  # before Paddle 3
        return found
    named = [each for each in found if each.has_name]
    lasting = [each for each in named if each.get_defining_op().name() == "builtin.parameter"]
    first = {each.name: each for each in lasting}  # of those that share a name; the last made comes first
    made = [first[name] for name in dict.fromkeys(each.name for each in reversed(lasting))]
    return [*(each for each in named if each.get_defining_op().name() != "builtin.parameter"), *made]


def as_made(pairs: Any) -> Any:
    """Pairs of a parameter and its gradient, or what `minimize` gives, in the order in which these were made."""
    if isinstance(pairs, tuple):
        return pairs[0], as_made(pairs[1])
    return pairs[::-1] if pairs and hasattr(pairs[0][0], "is_same") else pairs  # Paddle 3 has the last one first


def parameters_of(loss: Any, given: Iterable[Any] | None) -> list[Any]:
    """The parameters of the program of ``loss`` that are given, by themselves or by their names; all where none are."""
    found = {each.name: each for each in all_parameters(loss.block.program)}
    if given is None:
        return [each for each in found.values() if not each.stop_gradient]
    names = dict.fromkeys(each if isinstance(each, str) else each.name for each in given)
    return [found[name] for name in names if name in found]


def share_parameters(loss: Any) -> Any:
    """``loss``, in whose program layers that name the same parameter share it, as the last of them describes it:
    Paddle 3 makes each its own."""
    last: dict[str, Any] = {}
    for parameter in loss.block.program.global_block().all_parameters():  # the last made comes first
        shared = last.setdefault(parameter.name, parameter)
        if shared is not parameter:
            parameter.replace_all_uses_with(shared)
    return loss


def save_inference_model(
    dirname: str, feeded_var_names: Any, target_vars: Any, executor: Any, main_program: Any = None,
    model_filename: str | None = None, params_filename: str | None = None, export_for_deployment: bool = True,
    **more: Any
) -> Any:
    """Save what the targets need of the program, to be fed under these names, and its parameters."""
    program = main_program or paddle.static.default_main_program()
    names = [feeded_var_names] if isinstance(feeded_var_names, str) else feeded_var_names
    path = os.path.join(dirname, os.path.splitext((model_filename or "model").strip("_"))[0])
    if not export_for_deployment:  # all of the program
        return paddle.static.save(program, path)
    feeds = fed_first([variable(program, name) for name in names])
    paddle.static.save_inference_model(path, feeds, in_program(program, target_vars), executor, program=program)


def save_sequence_model(
    dirname: str, feeded_var_names: Any, target_vars: Any, executor: Any, main_program: Any = None,
    model_filename: str | None = None, params_filename: str | None = None, export_for_deployment: bool = True,
    **more: Any
) -> Any:
    """Save as `save_inference_model` does; behind what is named, the lengths of its sequences are fed."""
    program = main_program or paddle.static.default_main_program()
    names = [feeded_var_names] if isinstance(feeded_var_names, str) else list(feeded_var_names)
    names += [f"{name}_lengths" for name in names if has_lengths(program, name)]
    save_inference_model(dirname, names, target_vars, executor, program, model_filename,
                         export_for_deployment=export_for_deployment)


def load_inference_model(
    dirname: str, executor: Any, model_filename: str | None = None, params_filename: str | None = None
) -> Any:
    """The program that `save_inference_model` saved, the names to feed, and what to fetch."""
    path = os.path.join(dirname, os.path.splitext((model_filename or "model").strip("_"))[0])
    return paddle.static.load_inference_model(path, executor)


def load_sequence_model(
    dirname: str, executor: Any, model_filename: str | None = None, params_filename: str | None = None
) -> Any:
    """As `load_inference_model`; of the names to feed, those of sequences' lengths are the last."""
    program, names, fetched = load_inference_model(dirname, executor, model_filename)
    lengths = [f"{name}_lengths" for name in names if f"{name}_lengths" in names]
    return [program, [*(name for name in names if name not in lengths), *lengths], fetched]


def split_feed(feed: Any) -> dict[str, Any]:
    """What `feed=` takes: of rows of sequences an array, and the lengths under name + "_lengths"."""
    found = {}
    if isinstance(feed, (list, tuple)):  # as loaders give it, for the one device
        feed, = feed
    for name, value in (feed or {}).items():
        found[name] = getattr(value, "rows", value)
        if getattr(value, "lengths", None) is not None:
            found[f"{name}_lengths"] = value.lengths
    return found


class DataFeeder:
    """For `feed=`: arrays of the variables' dtypes and shapes, by their names."""

    def __init__(self, feed_list: Iterable[Any]) -> None:
        self.arrays = {each.name: (list(each.shape), str(each.dtype).rpartition(".")[2]) for each in feed_list}

    def feed(self, iterable: Iterable[Any]) -> dict[str, Any]:
        return {name: self.joined(name, fields) for name, fields in zip(self.arrays, zip(*iterable))}

    def joined(self, name: str, fields: Any) -> Any:
        shape, dtype = self.arrays[name]
        array = np.array(fields, dtype)
        return array if array.ndim == len(shape) else array.reshape(shape)


class FeedLoader(DataFeeder):
    """Reads batches from a generator function ahead, for `feed=`: each is a list of one dictionary of arrays."""

    def __init__(
        self, feed_list: Iterable[Any], capacity: int = 2, return_list: bool = False, iterable: bool = True
    ) -> None:
        super().__init__(feed_list)
        self.capacity = capacity
        self.return_list = return_list
        self.iterable = iterable
        self.generator: Callable[[], Iterable[Any]] = list
        self.feeds: Iterator[Any] = iter([])

    def set_sample_generator(self, reader: Any, batch_size: int, drop_last: bool = True, places: Any = None) -> Any:
        return self.set_sample_list_generator(paddle.batch(reader, batch_size, drop_last))

    def set_sample_list_generator(self, reader: Any, places: Any = None) -> Any:
        self.generator = lambda: map(self.feed, reader())
        return self

    def set_batch_generator(self, reader: Any, places: Any = None) -> Any:
        self.generator = lambda: (dict(zip(self.arrays, map(np.asarray, batch))) for batch in reader())
        return self

    def decorate_sample_generator(
        self, sample_generator: Any, batch_size: int, drop_last: bool = True, places: Any = None
    ) -> Any:
        return self.set_sample_generator(sample_generator, batch_size, drop_last)

    decorate_sample_list_generator = decorate_paddle_reader = set_sample_list_generator
    decorate_batch_generator = decorate_tensor_provider = set_batch_generator

    def __call__(self) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        self.feeds = paddle.reader.buffered(self.read, self.capacity)()
        return self

    def __next__(self) -> Any:
        feed = next(self.feeds)
        if isinstance(feed, Exception):
            raise feed
        return list(feed.values()) if self.return_list else [feed]

    def read(self) -> Iterator[Any]:
        try:
            yield from self.generator()
        except Exception as error:  # raised in the thread that reads ahead, it would leave the loop waiting for ever
            yield error

    def start(self) -> None:
        iter(self)

    def reset(self) -> None:
        self.feeds = iter([])


class ProgramReader(FeedLoader):
    """A FeedLoader whose variables are made, with these shapes and dtypes, where they are read."""

    def __init__(self, capacity: int, shapes: Iterable[Any], dtypes: Iterable[Any], name: str | None = None) -> None:
        super().__init__([], capacity)
        self.fields = list(zip(shapes, dtypes))
        self.name = name or "reader"

    def read_file(self) -> Any:
        """The variables of a batch: a list, or the only one."""
        name = paddle.utils.unique_name.generate(self.name)
        made = [paddle.static.data(f"{name}_{i}", list(shape), dtype) for i, (shape, dtype) in enumerate(self.fields)]
        super().__init__(made, self.capacity)
        return made if len(made) > 1 else made[0]


class VariableReader(FeedLoader):
    """A FeedLoader that is asked for its variables."""

    def __init__(self, feed_list: Iterable[Any], capacity: int = 2) -> None:
        super().__init__(feed_list, capacity)
        self.variables = list(feed_list)

    def read_file(self) -> Any:
        """The variables of a batch: a list, or the only one."""
        return self.variables if len(self.variables) > 1 else self.variables[0]


class SequenceFeeder(DataFeeder):
    """A DataFeeder that feeds the rows of sequences one below the other, and the lengths of the sequences."""

    def __init__(self, feed_list: Iterable[Any]) -> None:
        feed_list = list(feed_list)
        super().__init__(feed_list)
        self.sequences = [each.name for each in feed_list if has_lengths(each.block.program, each.name)]

    def feed(self, iterable: Iterable[Any]) -> dict[str, Any]:
        samples = list(iterable)
        found = super().feed(samples)
        for place, name in enumerate(self.arrays):
            if name in self.sequences:
                found[f"{name}_lengths"] = np.array([len(sample[place]) for sample in samples], "int64")
        return found

    def joined(self, name: str, fields: Any) -> Any:
        if name not in self.sequences:
            return super().joined(name, fields)
        shape, dtype = self.arrays[name]
        return np.concatenate([np.reshape(np.array(each, dtype), [len(each), *shape[1:]]) for each in fields])


class SequenceLoader(FeedLoader, SequenceFeeder):
    """A FeedLoader that feeds the rows of sequences one below the other, and the lengths of the sequences."""

    def set_batch_generator(self, reader: Any, places: Any = None) -> Any:
        self.generator = lambda: (split_feed(dict(zip(self.arrays, batch))) for batch in reader())
        return self

    decorate_batch_generator = decorate_tensor_provider = set_batch_generator


class SequenceReader(SequenceLoader):
    """A SequenceLoader whose variables are made, with these shapes and dtypes, where they are read; a field of level 1
    has the rows of sequences."""

    def __init__(self, capacity: int, shapes: Any, dtypes: Any, lod_levels: Any, name: str | None = None) -> None:
        super().__init__([], capacity)
        self.fields = list(zip(shapes, dtypes, lod_levels or [0] * len(shapes)))
        self.name = name or "reader"

    def read_file(self) -> Any:
        """The variables of a batch: a list, or the only one."""
        name, made = paddle.utils.unique_name.generate(self.name), []
        for i, (shape, dtype, level) in enumerate(self.fields):
            made.append(paddle.static.data(f"{name}_{i}", list(shape), dtype))
            if level > 1:
                raise ValueError(f"{name}: sequences of sequences have no form here")
            if level:
                lengths, program = paddle.static.data(f"{name}_{i}_lengths", [-1], "int64"), made[i].block.program
                program.sequences = [*getattr(program, "sequences", []), (made[i], lengths)]
        super().__init__(made, self.capacity)
        return made if len(made) > 1 else made[0]


class ProgramExecutor:
    """Runs one program."""

    def __init__(self, use_cuda: bool, program: Any = None) -> None:
        self.executor = paddle.static.Executor(paddle.CUDAPlace(0) if use_cuda else paddle.CPUPlace())
        self.program = program if program is not None else paddle.static.default_main_program()

    def run(self, fetch_list: Any, feed: Any = None, feed_dict: Any = None, return_numpy: bool = True) -> Any:
        fetched = in_program(self.program, fetch_list)
        values = self.executor.run(self.program, feed or feed_dict, fetched, return_numpy=return_numpy)
        step_schedule(self.program)
        return values


def step_unless_done(executor: Any) -> None:
    """Let the learning rate of the default program go on, where what ran it does not see to that."""
    if not isinstance(executor, ProgramExecutor):
        step_schedule()


def on_one_device(runs: Any, use_cuda: bool | None = None, places: Any = None) -> Any:
    """What runs on one device; where there are more, over which Paddle 1 split each batch, the script stops here."""
    count = len(places) if isinstance(places, (list, tuple)) else 1
    if places is None and not use_cuda:
        count = int(os.environ.get("CPU_NUM", "1"))
    if places is None and use_cuda in (None, True) and paddle.is_compiled_with_cuda():
        count = max(count, len(paddle.static.cuda_places()))
    if count > 1:
        raise RuntimeError(f"Paddle 1 ran this on {count} devices, this runs on one: choose it by CUDA_VISIBLE_DEVICES "
                           "(or CPU_NUM=1), or start a process for each by paddle.distributed.launch and fleet")
    return runs


def compiled(runs: Any) -> Any:
    """What Paddle 1 ran compiled."""
    runs.was_compiled = True
    return runs


def next_fed(loader: Any, program: Any = None, unless: Any = None) -> Any:
    """The next batch. In Paddle 1 the run that found none counted the learning rate on, unless it was compiled."""
    try:
        return next(loader)
    except StopIteration:
        if not getattr(unless, "was_compiled", False):
            count_on(program)
        raise


def fed_beside(loader: Any, feed: Any) -> Any:
    """What a run is fed, and the next batch of the loader where that is started: in Paddle 1 programs read it."""
    if loader is None or (feed and not inspect.isgenerator(loader.feeds)):
        return feed
    own = feed[0] if isinstance(feed, (list, tuple)) and feed else feed or {}
    return [{**next(loader)[0], **own}]
