"""Functions of 1.8.5 that make parameters: today's layer, made and called where the function was."""

from __future__ import annotations

import ast

from paddle_migrate.rules.expansion import Call, Default, Naming, Refused, bind
from paddle_migrate.rules.folding import Folding, sized
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.rule import Rule


class Layers(Folding):
    """Folds what `layered(kind, lambda: layer, (input,), …)` and the words inside it stand for."""

    def layered(self, node: ast.Call) -> ast.expr:
        """The layer, called with the inputs."""
        make, inputs = node.args[1:3]
        if not isinstance(make, ast.Lambda) or not isinstance(inputs, ast.Tuple):
            raise Refused(f"{self.rule.short} has no form in one expression: write what it does as statements")
        self.naming = self._naming(node)
        layer = self.fold(make.body)
        activation, self.activation = self.activation, None
        first, *others = [self.fold(each) for each in inputs.elts]
        prepared = self._prepared(make.body, first)
        of_dtype = next((k.value for k in node.keywords if k.arg == "of_dtype"), None)
        if isinstance(of_dtype, ast.Lambda) and _is_cast(layer):
            self.names[of_dtype.args.args[0].arg] = prepared
            return self.fold(of_dtype.body)
        self.called = ast.Call(func=layer, args=[prepared, *others], keywords=[])
        return self.activated(self.called, activation or ast.Constant(value=None))

    def _naming(self, node: ast.Call) -> Naming:
        kind, *named = node.args[0], *node.args[4:5]
        if isinstance(kind, ast.Call):
            own = [self.names[name] for name in ("groups", "use_cudnn")]
            if None in map(self.value, own[:1]) or self.value(own[1]) is True:
                kind = kind.args[0]
            else:
                channels = self.channels(self.names["input"], self.names.get("data_format", ast.Constant("NCHW")))
                parts = [kind.args[0], channels, self.names["num_filters"], *own]
                kind = ast.Call(func=kind.func, args=parts, keywords=[])
        name = self.fold(named[0]) if named else Default(value=None)
        return Naming(kind, name, self.value(name) is None)

    def _prepared(self, make: ast.expr, input: ast.expr) -> ast.expr:
        """The input as the layer that ``make`` makes takes it: what `@called_with` above its rule says."""
        for call in (n for n in ast.walk(make) if isinstance(n, ast.Call)):
            made = self.rule.module.library.lookup(self.rule.module.dotted(call.func))
            mark = made.module.marks(made.node).get(Word.CALLED_WITH) if isinstance(made, Rule) and made.node else None
            if isinstance(made, Rule) and isinstance(mark, ast.Call):
                prepare = made.module.find(ast.unparse(mark.args[0]))
                assert isinstance(prepare, Rule)
                given = bind(made, Call([self.fold(a) for a in call.args],
                                        {str(k.arg): self.fold(k.value) for k in call.keywords}))
                more = {p.name: given[p.name] for p in prepare.params[1:] if p.name in given}
                return _by_position(self._expand(prepare, Call([input], more)).value)
        return input

    def of_layer(self, word: Word, args: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
        """What a call of one of the words stands for."""
        if word is Word.AT_RUN_TIME:
            return args[1]
        if word is Word.WITH_ARGUMENTS:
            return _with_arguments(args[0], keywords)
        return args[0] if str(self.value(args[1])).startswith("NC") else sized(*args)


def _is_cast(layer: ast.expr) -> bool:
    """`nn.Embedding(…).to(dtype)`."""
    method = layer.func if isinstance(layer, ast.Call) else None
    return isinstance(method, ast.Attribute) and isinstance(method.value, ast.Call)


def _with_arguments(layer: ast.expr, keywords: list[ast.keyword]) -> ast.expr:
    """A call with other values for some of its keywords."""
    assert isinstance(layer, ast.Call)
    method = layer.func
    if _is_cast(layer):
        assert isinstance(method, ast.Attribute)
        made = ast.Attribute(value=_with_arguments(method.value, keywords), attr=method.attr, ctx=method.ctx)
        return ast.Call(func=made, args=layer.args, keywords=layer.keywords)
    names = {k.arg for k in keywords}
    return ast.Call(func=layer.func, args=layer.args,
                    keywords=[*(k for k in layer.keywords if k.arg not in names), *keywords])


def _by_position(call: ast.expr) -> ast.expr:
    """A call of today's as one writes a short one: the first argument without its name."""
    if not isinstance(call, ast.Call) or call.args or not call.keywords:
        return call
    return ast.Call(func=call.func, args=[call.keywords[0].value], keywords=call.keywords[1:])
