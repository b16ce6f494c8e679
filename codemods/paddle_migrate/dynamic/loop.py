"""What stands where a program was run: a step of training, a test, a loaded model's answer."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.draft import Draft
from paddle_migrate.dynamic.feeds import LENGTHS, fed_dictionary
from paddle_migrate.dynamic.helpers import FEEDERS, LOADERS, SPLIT_FEED
from paddle_migrate.dynamic.loaders import Loaders
from paddle_migrate.dynamic.models import Loaded, Models, uses_of_names
from paddle_migrate.dynamic.over_files import Datasets
from paddle_migrate.dynamic.pieces import flat
from paddle_migrate.dynamic.program import Program
from paddle_migrate.dynamic.reading import Stays, body_of, small, target_names
from paddle_migrate.dynamic.runs import RATE, Run, Runs
from paddle_migrate.text.arguments import argument

_FED = "it is not seen here what is fed; feed a dictionary with the names written out, or what a feeder gives"
_GIVES_LESS = (
    "the model that is saved takes all that the network takes, and gives less than what the loop fetches; save a layer "
    "around the network by hand with paddle.jit.save")


class Loop:
    """Writes all runs of a program. `names`: `net`, the optimizer, `paddle`, as the script calls them; `call`: what is
    called, if not the network itself. `cleared`: the optimizers whose gradients a step leaves behind."""

    def __init__(self, program: Program, runs: Runs, models: Models, draft: Draft, names: dict[str, str]) -> None:
        self.program, self.reading, self.source = program, program.reading, program.reading.source
        self.runs, self.models, self.draft, self.names = runs, models, draft, names
        self.indent, self.call, self.cleared = self.source.indent, names.get("call", names["net"]), [names["optimizer"]]
        self.loaders, self.datasets = Loaders(program, names["paddle"]), Datasets(program)
        used = {program.loss, *models.results, *(name for run in runs.all for name in run.fetched)}
        self.results = [name for name in dict.fromkeys(program.live) if name in used]
        self.early, self.unfed = self._early()
        self.rate = ""  # under which a step leaves its rate, where something reads that
        self._order()

    def _order(self) -> None:
        """Have what a saved model gives stand in its own order."""
        saved = self.models.results
        if self.unfed and saved:
            self.early = saved
        elif set(saved) == set(self.results):
            self.results = saved
        elif saved:
            raise Stays(self.models.saved[0].call, _GIVES_LESS)

    def write(self) -> None:
        self.loaders.write(self.draft)
        for start in self.runs.starts:
            self.draft.replace(self.source.parents[self.source.parents[start]], [])
        self.write_runs()

    def write_runs(self) -> None:
        for line in {id(line): line for line in self.runs.rates}.values():
            self.draft.replace(line, [])
            self.draft.vanish(self.reading.scopes.of(line), target_names(small(line))[0])
        for run in self.runs.all:
            if run.kind == "loaded":
                self.draft.replace(run.line, self._loaded(run))
            else:
                self._check_names(run)
                self.draft.replace(run.line, self._step(run) if run.kind == "main" else self._test(run))

    def _early(self) -> tuple[list[str], list[str]]:
        """What the network gives to a test that does not feed all, or to a saved model; and what is not fed there."""
        results = set(self.models.results)
        unfed = [name for name in self.program.feeds if name not in self.models.feeds] if results else []
        for run in self.runs.all:
            left = self._left_out(run)
            if left and run.kind == "main":
                raise Stays(run.call, "a run does not feed all that its program is fed")
            if run.kind != "test" or not left:
                continue
            is_fed = set(run.fetched) & set(self.program.feeds)
            if is_fed or (unfed and left != unfed) or (self.models.results and set(run.fetched) - results):
                raise Stays(run.call, "tests, or a saved model, leave out different things; feed the same in all")
            unfed, results = left, results | set(run.fetched)
        return [name for name in dict.fromkeys(self.program.live) if name in results], unfed

    def _left_out(self, run: Run) -> list[str]:
        """What a dictionary of a run does not feed."""
        node = fed_dictionary(self.reading, _feed(run))
        if node is None:
            return []
        keys = [each.key for each in node.elements if isinstance(each, cst.DictElement)]
        fed = {self._name_of(key) for key in keys}
        return [name for name in self.program.feeds if name not in fed] if None not in fed else []

    def _step(self, run: Run) -> list[str]:
        loss, optimizer = self.program.loss, self.names["optimizer"]
        wanted = [*run.fetched, loss]
        return [
            *self._batches(run),
            f"{self._results(wanted)} = {self.call}({self._fed(run)})",
            f"{loss}.backward()",
            f"{optimizer}.step()",
            *([f"{self.rate} = {optimizer}.{RATE}"] if self.rate else []),
            *(f"{each}.clear_grad()" for each in self.cleared),
            *self._assigned(run),
        ]

    def _test(self, run: Run) -> list[str]:
        net = self.names["net"]
        told = f"{self._results(run.fetched, bool(self._left_out(run)))} = {self.call}({self._fed(run)})"
        asked = [f"with {self.names['paddle']}.no_grad():", self.indent + told.removeprefix(" = ")]
        modes = ([f"{net}.eval()"], [f"{net}.train()"]) if run.kind == "test" else ([], [])
        return [*self._batches(run), *modes[0], *asked, *modes[1], *self._assigned(run)]

    def _results(self, wanted: list[str], is_early: bool = False) -> str:
        every = self.early if is_early else self.results
        if any(name.value == "_" for name in self.reading.scopes.names):
            return ", ".join(every)
        return ", ".join(name if name in wanted else "_" for name in every)

    def _assigned(self, run: Run) -> list[str]:
        arrays = [self._through(run, self.runs.array(name)) for name in run.fetched]
        if run.targets is None:
            return [f"{run.whole} = [{', '.join(arrays)}]"]
        return [f"{', '.join(run.targets)} = {', '.join(arrays)}"] if run.targets else []

    @staticmethod
    def _through(run: Run, array: str) -> str:
        return f"{run.each}({array})" if run.each else array

    def _check_names(self, run: Run) -> None:
        """The network's values get their names where the run is: nothing else may have them there."""
        scope = self.reading.scopes.of(run.call)
        fed = [name for name in run.fetched if name in self.program.feeds]
        if fed and not self._is_described_before(run):
            raise Stays(run.call, f"{fed[0]} is fetched, which is fed; keep what is fed to it yourself")
        if scope is self.reading.scope(self.program.home):
            return
        for name in [*run.fetched, *([self.program.loss] if run.kind == "main" else [])]:
            if name in scope.bindings and name not in (run.targets or [run.whole]) and not all(
                    each.node in self.runs.obsolete for each in scope.bindings[name]):
                raise Stays(run.call, f"{name} is another thing in this function; give it another name")

    def _is_described_before(self, run: Run) -> bool:
        """Whether nothing asks for a description of what is fed behind a run that fetches it under the same name."""
        if self.models.saved:
            return False
        every = [call for call in self.reading.calls if self.reading.called(call) in (*FEEDERS, *LOADERS)]
        return all(self.reading.line_of(call) in body_of(self.program.home) and self.source.start(
            call) < self.source.start(run.call) and not self.source.parent(call, cst.For) and not self.source.parent(
            call, cst.While) for call in every)

    # -- what is fed ---------------------------------------------------------------------------------------------

    def _fed(self, run: Run) -> str:
        node = _feed(run)
        paddle, code, value = self.names["paddle"], self.reading.code, fed_dictionary(self.reading, node)
        if isinstance(node, cst.Call) and self.reading.called(node) == SPLIT_FEED:
            return self._fed_rows(node)
        if value is not None:
            texts, whole = [], self._batch(run) or (code(node) if node is not None else "")
            for element in value.elements:
                key = element.key if isinstance(element, cst.DictElement) else None
                name = self._name_of(key)
                if name is None or key is None or node is None:
                    raise Stays(node, _FED)
                given = code(element.value) if node is value else f"{whole}[{code(key)}]"
                texts.append(f"{name}={paddle}.to_tensor({given})")
            return ", ".join(texts)
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "feed" and (
            self._is_feeder(node.func.value)
        ):
            return f"**{code(node)}"
        batch = self.loaders.batch(node) if node is not None else ""
        if batch:
            return f"**{batch}"
        if node is not None and self.datasets.is_batch(node):
            return self._tensors_of(node, code(node))
        raise Stays(node or run.call, _FED)

    def _batch(self, run: Run) -> str:
        """A name for the dictionary that a function gives which is called where a run is."""
        node = _feed(run)
        is_called = isinstance(node, cst.Call) and fed_dictionary(self.reading, node) is not None
        return self.reading.free(run.call, "batch") if is_called else ""

    def _batches(self, run: Run) -> list[str]:
        name, node = self._batch(run), _feed(run)
        return [f"{name} = {flat(self.reading.code(node))}"] if name and node is not None else []

    def _fed_rows(self, call: cst.Call) -> str:
        """Of `split_feed({"x": rows})`, which parts rows of sequences from their lengths."""
        value = self.reading.value(call.args[0].value)
        keys = [each.key if isinstance(each, cst.DictElement) else None for each in value.elements] if isinstance(
            value, cst.Dict) else []
        names = [self._name_of(key) for key in keys]
        if not names or any(name is None or key is None for name, key in zip(names, keys, strict=True)):
            raise Stays(call, _FED)
        if all(self.program.feeds[str(name)].key == name for name in names):
            return self._tensors_of(call, flat(self.reading.code(call)))
        given = call.args[0].value
        if not isinstance(given, cst.Dict):
            raise Stays(call, _FED)
        named = ", ".join(f"{self.reading.string(str(name))}: {self.reading.code(each.value)}"
                          for name, each in zip(names, given.elements, strict=True))
        return self._tensors_of(call, f"{self.reading.code(call.func)}({{{named}}})")

    def _tensors_of(self, node: cst.CSTNode, arrays: str) -> str:
        """What a network is given of a dictionary of arrays."""
        name, each = self.reading.free(node, "name"), self.reading.free(node, "each")
        return f"**{{{name}: {self.names['paddle']}.to_tensor({each}) for {name}, {each} in {arrays}.items()}}"

    def _name_of(self, key: cst.BaseExpression | None) -> str | None:
        """The variable that is fed under a key."""
        if isinstance(key, cst.Attribute) and key.attr.value == "name" and isinstance(key.value, cst.Name):
            self.program.understand(key)
            return key.value.value if key.value.value in self.program.feeds else None
        text = key.evaluated_value if isinstance(key, cst.SimpleString) else None
        return next((feed.name for feed in self.program.feeds.values() if feed.key == text), None)

    def _is_feeder(self, node: cst.BaseExpression) -> bool:
        value = self.reading.value(node)
        if self.reading.called(value) in FEEDERS:
            return True
        param = self.runs.param(node)
        given = [each for _, each in self.runs.arguments(param)] if param is not None else []
        return bool(given) and all(each is not node and self._is_feeder(each) for each in given)

    # -- a loaded model ------------------------------------------------------------------------------------------

    def _loaded(self, run: Run) -> list[str]:
        assert run.program is not None
        model = next((each for each in self.models.loaded if each.program == self.reading.code(run.program)), None)
        node = _feed(run)
        is_split = isinstance(node, cst.Call) and self.reading.called(node) == SPLIT_FEED
        if isinstance(node, cst.Call) and is_split:
            node = node.args[0].value
        if model is None or not isinstance(node, cst.Dict):
            raise Stays(run.call, _FED)
        order = self.models.saved[0].feeds
        given: dict[str, str] = {}
        for element in node.elements:
            name = self._loaded_name(model, element.key) if isinstance(element, cst.DictElement) else None
            if name is None:
                raise Stays(node, _FED)
            given |= self._tensors(name, element.value, order, is_split)
        if set(given) != set(order):
            raise Stays(node, _FED)
        answer = f"{model.program}({', '.join(given[name] for name in order)})"
        if run.targets is not None and len(run.targets) != len(self.models.results):
            raise Stays(run.call, "what is fetched goes to another number of names")
        if len(self.models.results) > 1:
            whole = self._loaded_parts(run, model, answer)
        else:
            answer = self._through(run, f"{answer}.numpy()")
            whole = f"{run.whole} = [{answer}]" if run.targets is None else f"{', '.join(run.targets)} = {answer}"
        if isinstance(self.source.parent(run.line, cst.With), cst.With):
            return [whole]
        return [f"with {self.names['paddle']}.no_grad():", f"{self.indent}{whole}"]

    def _tensors(self, name: str, node: cst.BaseExpression, order: list[str], is_split: bool) -> dict[str, str]:
        """What a loaded model is given for a variable, and for the lengths of its rows; `is_split`: it may be fed an
        array that knows such lengths."""
        paddle, code = self.names["paddle"], self.reading.code(node)
        if not is_split:
            return {name: f"{paddle}.to_tensor({code})"}
        array = self.runs.of_numpy("asarray")
        if not isinstance(node, cst.Name) or not array:
            raise Stays(node, _FED)
        if f"{name}{LENGTHS}" not in order:
            return {name: f"{paddle}.to_tensor({array}({code}))"}
        return {name: f"{paddle}.to_tensor({code}.rows)", f"{name}{LENGTHS}": f"{paddle}.to_tensor({code}.lengths)"}

    def _loaded_parts(self, run: Run, model: Loaded, answer: str) -> str:
        """Of a model that gives several."""
        fetched = argument(run.call, 2, "fetch_list")
        if fetched is None or self.reading.code(fetched) != model.fetches:
            raise Stays(run.call, "what is fetched is not all that the loaded model gives; fetch that")
        parts = f"[{self._through(run, 'each.numpy()')} for each in {answer}]"
        return f"{run.whole if run.targets is None else ', '.join(run.targets)} = {parts}"

    def _loaded_name(self, model: Loaded, key: cst.BaseExpression) -> str | None:
        """`names[0]`, or the name itself."""
        if isinstance(key, cst.Subscript) and self.reading.code(key.value) == model.feeds:
            index = key.slice[0].slice
            number = index.value if isinstance(index, cst.Index) else None
            feeds = [each for each in self.models.saved[0].feeds if not each.endswith(LENGTHS)]
            if isinstance(number, cst.Integer) and number.evaluated_value < len(feeds):
                return feeds[number.evaluated_value]
        return self._name_of(key)

    # -- files ---------------------------------------------------------------------------------------------------

    def write_models(self, os: str) -> None:
        net, paddle = self.names["net"], self.names["paddle"]
        for saved in self.models.saved:
            for name in saved.feeds:
                if not self.program.is_seen(saved.call, name):
                    raise Stays(saved.call, f"{name} is not seen where the model is saved")
            path, specs = self.models.path(saved.call, os), ", ".join(saved.feeds)
            self.draft.replace(saved.line, [f"{net}.eval()", f"{paddle}.jit.save({net}, {path}, input_spec=[{specs}])",
                                            f"{net}.train()"])
        for model in self.models.loaded:
            path = self.models.path(model.call, os)
            self.draft.replace(model.line, [f"{model.program} = {paddle}.jit.load({path})", f"{model.program}.eval()"])
            scope = self.reading.scopes.of(model.call)
            for name in (model.feeds, model.fetches):
                self.draft.vanish(scope, name)
            for use in uses_of_names(self.reading, model):
                line = self.source.parent(use, cst.SimpleStatementLine)
                if line is not None and isinstance(small(line), cst.Assert):
                    self.draft.replace(line, [])


def _feed(run: Run) -> cst.BaseExpression | None:
    """What a run is fed: itself of the copy that was fed since a run takes out of a dictionary what it needs not."""
    node = argument(run.call, 1, "feed")
    is_copy = isinstance(node, cst.Call) and not node.args and isinstance(node.func, cst.Attribute) and (
        node.func.attr.value == "copy")
    return node.func.value if is_copy else node  # type: ignore[union-attr]
