"""Random training steps: a loss, what becomes of its gradients, and what is read of it."""

from __future__ import annotations

from text import Chance, Lines, indented, perhaps

LABEL = "fluid.layers.cast(y, 'float32')"
# functions that are handed all they work on
HANDED_ON = ["def update(l, o, m):", "    l.backward()", "    o.minimize(l)", "    m.clear_gradients()"]
SKIPPING = ["def skipping(l, o, m):", "    l.backward()", "    if l.numpy()[0] > 2: return", "    o.minimize(l)",
            "    m.clear_gradients()"]


def loss(chance: Chance, model: str) -> Lines:
    """Statements that leave a loss of one element in ``loss``; ``x`` and ``y`` are tensors."""
    return chance.choice((
        [f"loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy({model}(x), y))"],
        [f"out = fluid.layers.softmax({model}(x))", "loss = fluid.layers.cross_entropy(out, y)",
         "loss = fluid.layers.mean(loss)"],
        [f"loss = fluid.layers.reduce_mean(fluid.layers.square({model}(x) - {LABEL}))"],
        [f"cost = fluid.layers.square_error_cost({model}(x), fluid.layers.expand({LABEL}, [1, 3]))",
         "loss = fluid.layers.reduce_sum(cost) / 12"],
        [f"out = {model}(x)", "one = fluid.layers.mean(out * out)", "two = fluid.layers.reduce_mean(out)",
         "loss = one + 0.1 * two"],
        [f"out = {model}(x)", "losses = [fluid.layers.mean(fluid.layers.square(out - i)) for i in range(2)]",
         "loss = fluid.layers.sum(losses)"],
        [f"out = {model}(x)", "loss = 0.0", "for i in range(2): loss += fluid.layers.reduce_mean(out * out) * (i + 1)"],
    ))


def inputs(chance: Chance) -> Lines:
    """Statements that make the tensors ``x`` and ``y`` of the arrays ``a`` and ``b``."""
    return chance.choice((
        ["x, y = to_variable(a), to_variable(b)"],
        ["x = fluid.dygraph.to_variable(a)", "y = to_variable(b)"],
        ["x = to_variable(to_variable(a))", "y = to_variable(b)", "y.stop_gradient = True"],
        ["x, y = [to_variable(v) for v in (a, b)]"],
    ))


def read(chance: Chance, opt: str) -> Lines:
    """Statements that read the loss, or the optimizer ``opt``; each optimizer has a list of its own."""
    kept = f"kept_{opt.rpartition('.')[2]}"
    return chance.choice((
        ["show('loss', loss.numpy())"],
        ["show('loss', loss.numpy()[0])"],
        ["show('loss', float(loss.numpy()))"],
        ["print('loss %.6f' % loss.numpy())"],
        ["print('loss {:.6f}'.format(loss.numpy()[0]))"],
        [f"{kept}.append(loss)", f"show('kept', {kept}[-1].numpy()[0], len({kept}))"],
        [f"{kept}.append(loss.numpy()[0])", f"show('mean', np.mean({kept}))"],
        [f"{kept}.append(loss.numpy())", f"show('mean', np.mean({kept}), np.concatenate({kept}).shape)"],
        ["record = {'loss': loss}", "show('dict', record['loss'].numpy()[0])"],
        ["pair = (loss, 1)", "show('pair', pair[0].numpy()[0])"],
        ["amount = loss.numpy()[0]", "show('amount', amount, amount * 2)"],
        ["value = loss if step else loss * 2", "show('value', value.numpy()[0])"],
        ["if step % 2: show('odd', loss.numpy()[0])"],
        ["assert list(loss.shape) == [1]", "show('shape', loss.shape)"],
        ["both = fluid.layers.concat([loss, loss], axis=0)", "show('both', both.numpy()[1])"],
        [f"show('rate', {opt}.current_step_lr())"],
        [f"show('set', {opt}._learning_rate if isinstance({opt}._learning_rate, float) else -1)"],
    ))


def update(chance: Chance, model: str, opt: str) -> Lines:
    """From the loss to the next step's clean gradients, as carefully or as carelessly as scripts do it."""
    clear = chance.choice((f"{model}.clear_gradients()", f"{model}.clear_gradients()", f"{opt}.clear_gradients()"))
    usual = ["loss.backward()", f"{opt}.minimize(loss)", clear]
    return chance.choice((
        usual,
        usual,
        usual,
        [f"loss.backward(); {opt}.minimize(loss); {clear}"],
        [clear, "loss.backward()", f"{opt}.minimize(loss)"],
        ["loss.backward()", f"{opt}.minimize(loss)"],
        ["loss.backward()", "if step == 1: continue", f"{opt}.minimize(loss)", clear],
        ["loss.backward()", "if step != 1:", f"    {opt}.minimize(loss)", f"    {clear}"],
        ["loss.backward()", f"if step % 2: {opt}.minimize(loss); {clear}"],
        ["loss.backward()", "try:", f"    {opt}.minimize(loss)", "finally:", f"    {clear}"],
        ["loss.backward()", f"_, pairs = {opt}.minimize(loss)", "show('pairs', len(pairs))", clear],
        [*usual, "if step == 2: break"],
        ["back = fluid.dygraph.BackwardStrategy(); back.sort_sum_gradient = True", "loss.backward(back)", *usual[1:]],
        ["loss.backward()", "if step:", f"    {opt}.minimize(loss)", f"else: {opt}.minimize(loss)", clear],
        [f"for o, m in [({opt}, {model})]:", "    loss.backward()", "    o.minimize(loss)", "    m.clear_gradients()"],
        [*HANDED_ON, f"update(loss, {opt}, {model})"],
        [*SKIPPING, f"skipping(loss, {opt}, {model})"],
    ))


def leaves_early(lines: Lines) -> bool:
    """Whether the statements belong into a loop."""
    return any(word in line for line in lines for word in ("continue", "break"))


def step(chance: Chance, model: str, opt: str) -> Lines:
    """One step's statements, given arrays ``a`` and ``b``, and the number ``step``."""
    made, updated = loss(chance, model), update(chance, model, opt)
    if perhaps(chance, 0.15) and not leaves_early(updated):
        made = [*made, "loss.backward()", *loss(chance, model)]
    reads = read(chance, opt)
    if perhaps(chance, 0.6) or "current_step_lr" in reads[0]:
        return [*inputs(chance), *made, *updated, *reads]
    return [*inputs(chance), *made, *reads, *updated]


def adversarial_step(chance: Chance, models: Lines, opts: Lines) -> Lines:
    """Two optimizers in turn, the second network behind the first, as in a GAN."""
    (one, two), (opt, other) = models, opts
    wide = f"fluid.layers.concat([{one}(x)] * 2, axis=1)"
    between = f"{wide}.detach()" if perhaps(chance, 0.3) else wide
    all_of = [f"{one}.clear_gradients()", f"{two}.clear_gradients()"]
    return [
        *inputs(chance),
        f"loss = fluid.layers.mean(fluid.layers.square({two}({between}) - 1.0))",
        "loss.backward()",
        f"{other}.minimize(loss)",
        *chance.choice((all_of[1:], all_of, [])),
        f"loss = fluid.layers.mean(fluid.layers.square({two}({wide})))",
        "loss.backward()",
        f"{opt}.minimize(loss)",
        *chance.choice((all_of[:1], all_of, [])),
        *read(chance, opt),
    ]


def loop(chance: Chance, body: Lines) -> Lines:
    """Five steps."""
    head, first = chance.choice((
        (["for step, (a, b) in enumerate(batches(5)):"], []),
        (["for step, batch in enumerate(batches(5)):"], ["a, b = batch"]),
        (["step = -1", "for a, b in batches(5):"], ["step += 1"]),
        (["given = list(batches(5))", "for step in range(5):"], ["a, b = given[step]"]),
        (["given, step = batches(5), -1", "while step < 4:"], ["step += 1", "a, b = next(given)"]),
    ))
    lines = [*head, *indented([*first, *body])]
    if perhaps(chance, 0.15) and not leaves_early(body):
        return ["for epoch in range(2):", *indented(lines)]
    return lines


def wrapped(chance: Chance, body: Lines) -> Lines:
    """The statements as they are, or in something that changes nothing in 1.8.5."""
    forms = [body, body, body, ["if step >= 0:", *indented(body)], ["try:", *indented(body), "finally: pass"]]
    if not leaves_early(body):
        forms.append(["def one_step():", *indented(body), "one_step()"])
        forms.append(["for _ in (0,):", *indented(body)])
    return chance.choice(forms)
