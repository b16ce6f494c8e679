"""Random networks: a class of layers, float32 [N, 6] in and [N, 3] out, in the shapes that scripts have."""

from __future__ import annotations

from text import Chance, Lines, function, indented, perhaps

ACTIVATIONS = ("None", "'relu'", "'tanh'", "'sigmoid'")


def network(chance: Chance, name: str) -> Lines:
    """The class, and what it needs before it."""
    shape = chance.choice((plain, plain, listed, sequential, of_blocks, with_parameter, mapped))
    init, forward, before = shape(chance, name)
    body = [
        "def __init__(self):",
        f"    super({name}, self).__init__()",
        *indented(init),
        "",
        "def forward(self, x):",
        *indented(forward),
    ]
    lines = [*before, *function(f"class {name}(fluid.dygraph.Layer):", body)]
    return lines if perhaps(chance, 0.85) else derived(chance, name, lines)


def act(chance: Chance) -> str:
    return chance.choice(ACTIVATIONS)


def derived(chance: Chance, name: str, lines: Lines) -> Lines:
    """The class under another name, and one of this name that derives from it."""
    base = [line.replace(name, f"Base{name}") for line in lines]
    forward = chance.choice((
        [f"return super({name}, self).forward(x) * 0.5"],
        ["for layer in self.sublayers(): x = layer(x)", "return x"] if any("fc1" in line for line in lines) else
        [f"y = Base{name}.forward(self, x)", "return fluid.layers.scale(y, 0.5)"],
    ))
    return [*base, *function(f"class {name}(Base{name}):", ["def forward(self, x):", *indented(forward)])]


def plain(chance: Chance, name: str) -> tuple[Lines, Lines, Lines]:
    init = [f"self.fc1 = Linear(6, 5, act={act(chance)})", f"self.fc2 = Linear(5, 3, act={act(chance)})"]
    forward = chance.choice((
        ["x = self.fc1(x)", "return self.fc2(x)"],
        ["return self.fc2(self.fc1(x))"],
        ["for layer in (self.fc1, self.fc2):", "    x = layer(x)", "return x"],
        ["for layer in self.sublayers(): x = layer(x)", "return x"],
        ["def run(v):", "    return self.fc2(v)", "return run(self.fc1(x))"],
        ["if x is None: return None", "y = self.fc1(x); return self.fc2(y)"],
        ["y = self.fc1(x)", "z = fluid.layers.dropout(y, 0.0)", "return self.fc2(y + z)"],
        ["first, second = self.fc1, self.fc2", "return second(first(x))"],
        ["for name in ('fc1', 'fc2'): x = getattr(self, name)(x)", "return x"],
        ["return (lambda v: self.fc2(v))(self.fc1(x))"],
    ))
    return init, forward, []


def listed(chance: Chance, name: str) -> tuple[Lines, Lines, Lines]:
    given = act(chance)
    init = chance.choice((
        ["self.parts = []", "for i, size in enumerate([5, 3]):",
         f"    self.parts.append(self.add_sublayer('part%d' % i, Linear([6, 5][i], size, act={given})))"],
        [f"self.parts = fluid.dygraph.LayerList([Linear(6, 5, act={given}), Linear(5, 3)])"],
        [f"self.parts = [Linear(6, 5, act={given}), Linear(5, 3, act={given})]",
         "for i, part in enumerate(self.parts): self.add_sublayer('p%d' % i, part)"],
        [f"self.parts = fluid.dygraph.LayerList([Linear(n, n - 1 if n > 5 else 3, act={given}) for n in (6, 5)])"],
    ))
    forward = chance.choice((
        ["for part in self.parts:", "    x = part(x)", "return x"],
        ["for i in range(len(self.parts)): x = self.parts[i](x)", "return x"],
        ["return self.parts[1](self.parts[0](x))"],
    ))
    return init, forward, []


def sequential(chance: Chance, name: str) -> tuple[Lines, Lines, Lines]:
    layers = f"Linear(6, 5, act={act(chance)}), Linear(5, 3, act={act(chance)})"
    return [f"self.body = fluid.dygraph.Sequential({layers})"], ["return self.body(x)"], []


def of_blocks(chance: Chance, name: str) -> tuple[Lines, Lines, Lines]:
    block = function(f"class {name}Block(fluid.dygraph.Layer):", [
        "def __init__(self, size_in, size_out, act=None):",
        f"    super({name}Block, self).__init__()",
        "    self.fc = Linear(size_in, size_out, act=act)",
        "",
        "def forward(self, x):",
        "    return self.fc(x)",
    ])
    init = [f"self.one = {name}Block(6, 5, {act(chance)})", f"self.two = {name}Block(5, 3, act={act(chance)})"]
    return init, ["return self.two(self.one(x))"], block


def with_parameter(chance: Chance, name: str) -> tuple[Lines, Lines, Lines]:
    init = [f"self.fc = Linear(6, 3, act={act(chance)})", "self.scale = self.create_parameter([3])"]
    forward = chance.choice((
        ["y = self.fc(x)", "return fluid.layers.elementwise_mul(y, self.scale)"],
        ["return self.fc(x) * self.scale"],
    ))
    return init, forward, []


def mapped(chance: Chance, name: str) -> tuple[Lines, Lines, Lines]:
    init = [
        f"self.by_name = {{'a': Linear(6, 5, act={act(chance)}), 'b': Linear(5, 3)}}",
        "for key in sorted(self.by_name): self.add_sublayer(key, self.by_name[key])",
    ]
    return init, ["return self.by_name['b'](self.by_name['a'](x))"], []
