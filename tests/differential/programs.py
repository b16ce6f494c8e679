"""Random training programs over the legacy API, made of the statements that real scripts put around it.

A program is one file or two: networks, a way to make optimizers, and a loop, each in one of the shapes that scripts of
2019 have. It trains on made data from made weights and prints numbers all along. Any combination is a whole program.
"""

from __future__ import annotations

from networks import network
from optimizers import OWN_DECAY, maker, optimizer, rate
from text import Chance, Lines, function, indented, perhaps
from training_steps import adversarial_step, leaves_early, loop, loss, step, wrapped

HEAD = [
    "import numpy as np",
    "import paddle.fluid as fluid",
    "from paddle.fluid.dygraph import Linear, to_variable",
]
BESIDE = "from start import batches, show, weights"
# Weights from names and shapes alone; and every printed value as plain numbers, [0.5] and 0.5 alike.
START = '''
import zlib
import numpy as np


def weights(state):
    return {k: weight(k, [int(n) for n in v.shape]) for k, v in state.items()}


def weight(key, shape):
    chance = np.random.RandomState(zlib.crc32(key.encode()))
    return chance.uniform(-0.6, 0.6, shape).astype('float32')


def batches(count, seed=0):
    chance = np.random.RandomState(seed)
    for _ in range(count):
        x = chance.uniform(-1, 1, [4, 6]).astype('float32')
        yield x, chance.randint(0, 3, [4, 1]).astype('int64')


def show(what, *values):
    print(what, *['%.9g' % n for v in values for n in np.asarray(v, 'float64').ravel()])
'''.lstrip()


def program(chance: Chance) -> dict[str, str]:
    """Texts by name; ``main.py`` is the one to run."""
    nets = [f"Net{n}" for n in range(chance.choice((1, 1, 1, 2)))]
    classes = [line for name in nets for line in network(chance, name)]
    makers = maker(chance) if perhaps(chance, 0.3) else []
    script = chance.choice((plain_script, plain_script, script_with_trainer, script_with_functions))
    body = script(chance, nets, bool(makers))
    own = OWN_DECAY if any("Halving(" in line for line in [*makers, *body]) else []
    if perhaps(chance, 0.65):
        return texts({"main.py": [*HEAD, BESIDE, "", "", *own, *classes, *makers, *body]})
    if perhaps(chance, 0.3):  # the function that makes the optimizer stays with the script
        return two_files(chance, [*own, *classes], nets + ["Halving"] * bool(own), [*makers, *body])
    names = nets + ["Halving"] * bool(own) + ["make_optimizer"] * bool(makers)
    return two_files(chance, [*own, *classes, *makers], names, body)


def two_files(chance: Chance, beside: Lines, names: Lines, body: Lines) -> dict[str, str]:
    """``main.py`` has the names from ``nets.py``, in one of the ways to import them."""
    way = chance.choice(("import nets", f"from nets import {', '.join(names)}", "from nets import *"))
    if way == "import nets":
        for name in names:
            body = [line.replace(f"{name}(", f"nets.{name}(") for line in body]
    return texts({"nets.py": [*HEAD, "", "", *beside], "main.py": [*HEAD, way, BESIDE, "", "", *body]})


def texts(files: dict[str, Lines]) -> dict[str, str]:
    return {"start.py": START, **{name: "\n".join(lines).rstrip("\n") + "\n" for name, lines in files.items()}}


def made(chance: Chance, model: str, has_maker: bool) -> str:
    return f"make_optimizer({model})" if has_maker else optimizer(chance, f"{model}.parameters()", rate(chance))


def setup(chance: Chance, nets: Lines, has_maker: bool) -> tuple[Lines, Lines, Lines]:
    """The names of models and optimizers, and what makes them."""
    models, opts = [name.lower() for name in nets], ["opt", "other"][: len(nets)]
    lines = [f"kept_{opt} = []" for opt in opts]
    for name, model in zip(nets, models, strict=True):
        lines += [f"{model} = {name}()", f"{model}.set_dict(weights({model}.state_dict()))"]
    lines += [f"{opt} = {made(chance, model, has_maker)}" for opt, model in zip(opts, models, strict=True)]
    if perhaps(chance, 0.15):
        lines = built(chance, [*models, *opts, *(f"kept_{opt}" for opt in opts)], lines)
    return models, opts, lines


def built(chance: Chance, names: Lines, lines: Lines) -> Lines:
    """The same from a function, as a tuple or a dict."""
    if perhaps(chance):
        return ["def build():", *indented([*lines, f"return {', '.join(names)}"]), f"{', '.join(names)} = build()"]
    pairs = ", ".join(f"'{name}': {name}" for name in names)
    taken = [f"{name} = made['{name}']" for name in names]
    return ["def build():", *indented([*lines, f"return {{{pairs}}}"]), "made = build()", *taken]


def plain_script(chance: Chance, nets: Lines, has_maker: bool) -> Lines:
    """Everything in the loop."""
    models, opts, lines = setup(chance, nets, has_maker)
    if len(models) == 2 and perhaps(chance):
        body = adversarial_step(chance, models, opts)
    else:
        body = [line for model, opt in zip(models, opts, strict=True) for line in step(chance, model, opt)]
    end = [line for model in models for line in report(chance, model)]
    if perhaps(chance, 0.2):
        end += resumed(chance, nets[0])
    return housed(chance, [*lines, *loop(chance, wrapped(chance, body)), *end])


def script_with_functions(chance: Chance, nets: Lines, has_maker: bool) -> Lines:
    """The loss comes from a function, and perhaps one step does."""
    given, got = chance.choice((
        ("loss", "loss = {}"), ("loss, 1", "loss, _ = {}"),
        ("{'loss': loss}", "loss = {}['loss']"), ("[loss]", "loss = {}[0]"),
    ))
    inner = ["x, y = to_variable(a), to_variable(b)", *loss(chance, "net"), f"return {given}"]
    functions = function("def compute(net, a, b):", inner)
    models, opts, lines = setup(chance, nets, has_maker)
    body: Lines = []
    for model, opt in zip(models, opts, strict=True):
        turn = step(chance, model, opt)
        at = next(i for i, line in enumerate(turn) if line.startswith("loss =") and "loss)" not in line)
        end = next(i for i in range(len(turn) - 1, -1, -1) if turn[i].startswith(("loss =", "for i in range(2): loss")))
        if any("backward" in line for line in turn[at:end]):
            body += turn
            continue
        body += [got.format(f"compute({model}, a, b)"), *turn[end + 1 :]]
    end_lines = [line for model in models for line in report(chance, model)]
    if perhaps(chance) and len(models) == 1 and not leaves_early(body):
        values = f"{models[0]}, opt, kept_opt, step, a, b"
        functions += function(f"def train_step({values}):", [*body, "return loss"])
        body = [f"last = train_step({values})", *chance.choice(([], ["show('last', last.numpy()[0])"]))]
    return [*functions, *housed(chance, [*lines, *loop(chance, body), *end_lines])]


def script_with_trainer(chance: Chance, nets: Lines, has_maker: bool) -> Lines:
    """A class keeps model, optimizer and losses."""
    body = step(chance, "self.model", "self.opt")
    while leaves_early(body):
        body = step(chance, "self.model", "self.opt")
    body = [line.replace("kept_opt", "self.kept") for line in body]
    opt = chance.choice(("opt", made(chance, "self.model", has_maker), made(chance, "model", has_maker)))
    init = ["self.model = model", f"self.opt = {opt}", "self.kept = []"]
    run = loop(chance, ["self.one_step(step, a, b)"] if perhaps(chance) else ["loss = self.one_step(step, a, b)",
                                                                             "show('back', loss.numpy()[0])"])
    trainer = function("class Trainer(object):", [
        f"def __init__(self, model{', opt' if opt == 'opt' else ''}):", *indented(init), "",
        "def one_step(self, step, a, b):", *indented([*body, "return loss"]), "",
        "def run(self):", *indented(run),
    ])
    name = nets[0]
    lines = ["net0 = " + name + "()", "net0.set_dict(weights(net0.state_dict()))"]
    given = f"net0, {made(chance, 'net0', has_maker)}" if opt == "opt" else "net0"
    end = [f"trainer = Trainer({given})", "trainer.run()", *report(chance, chance.choice(("net0", "trainer.model")))]
    return [*trainer, *housed(chance, [*lines, *end])]


def report(chance: Chance, model: str) -> Lines:
    """Numbers of the trained model."""
    return chance.choice((
        [f"show('end', *[p.numpy().sum() for p in {model}.parameters()])"],
        [f"for name, p in {model}.named_parameters(): show(name, p.numpy().sum(), p.shape)"],
        [f"state = {model}.state_dict()", "for key in sorted(state): show(key, state[key].numpy())"],
    ))


def resumed(chance: Chance, name: str) -> Lines:
    """Save, load into a second model, and look at its answer."""
    return [
        f"fluid.save_dygraph({name.lower()}.state_dict(), 'saved')",
        f"again = {name}()",
        chance.choice(("state, _ = fluid.load_dygraph('saved')", "state = fluid.load_dygraph('saved')[0]")),
        f"again.{chance.choice(('set_dict', 'load_dict'))}(state)",
        "again.eval()",
        "show('again', again(to_variable(next(batches(1, 9))[0])).numpy())",
    ]


def housed(chance: Chance, whole: Lines) -> Lines:
    """The program in functions, and under a guard."""
    place = chance.choice(("", "fluid.CPUPlace()", "place"))
    given = ["place = fluid.CPUPlace()"] if place == "place" else []
    guarded = [*given, f"with fluid.dygraph.guard({place}):", *indented(whole)]
    look = function("@fluid.dygraph.no_grad\ndef look(net, a):", ["return net(to_variable(a)).numpy()"])
    return chance.choice((
        guarded,
        [*function("def main():", guarded), "main()"],
        [*function("def main():", guarded), "if __name__ == '__main__':", "    main()"],
        [*function("def main():", whole), *given, f"with fluid.dygraph.guard({place}):", "    main()"],
        [*given, f"fluid.enable_dygraph({place})", *whole],
        [*look, *guarded, "    show('look', look(net0, np.ones([2, 6], 'float32')))"],
    ))
