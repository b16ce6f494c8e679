"""Trains one weight under a decay, in 1.8.5 or ours; executed beside either. Needs no more than Python 3.7."""

import numpy as np


def own_decay(fluid):
    """A decay of the user's own, as examples of 1.8.5 show it."""

    class Halved(fluid.dygraph.learning_rate_scheduler.LearningRateDecay):
        def __init__(self, rate, begin=0, step=1):
            super().__init__(begin, step)
            self.rate = rate

        def step(self):
            return self.rate * 0.5 ** (self.step_num // 2)

    return Halved


def trainer(fluid, expression, optimizer):
    start = fluid.initializer.Constant(1.0)
    layer = fluid.dygraph.Linear(1, 1, param_attr=fluid.ParamAttr(initializer=start), bias_attr=False)
    scope = {"fluid": fluid, "D": fluid.dygraph, "L": fluid.layers, "Halved": own_decay(fluid)}
    decay = eval(expression, scope)
    return layer, decay, eval(optimizer, dict(scope, decay=decay, p=layer.parameters()))


def one_step(fluid, layer, optimizer):
    loss = fluid.layers.mean(layer(fluid.dygraph.to_variable(np.ones([1, 1], "float32"))))
    loss.backward()
    optimizer.minimize(loss)
    layer.clear_gradients()
    return loss


def run_decays(fluid, cases, steps=12, optimizer="fluid.optimizer.SGD(decay, p)", after_step=""):
    answer = {}
    for name, expression in cases.items():
        with fluid.dygraph.guard(fluid.CPUPlace()):
            try:
                layer, decay, opt = trainer(fluid, expression, optimizer)
                if not after_step:
                    answer[name + "|before"] = np.float32(opt.current_step_lr())
                rates, weights, counts = [], [], []
                for _ in range(steps):
                    loss = one_step(fluid, layer, opt)
                    rates.append(opt.current_step_lr())
                    weights.append(layer.weight.numpy().ravel())
                    state = opt.state_dict()
                    counts.append([state["global_step"].numpy()[0]] if "global_step" in state else [])
                    eval(after_step or "None", {"decay": decay, "loss": loss})
                answer[name + "|rates"] = np.array(rates, "float32").ravel()
                answer[name + "|weights"] = np.array(weights)
                answer[name + "|counts"] = np.array(counts)
                scheduler = state["LR_Scheduler"]
                answer[name + "|state"] = np.array(sorted(k for k in scheduler))
            except Exception as error:
                answer[name + "|error"] = np.array(type(error).__name__)
                continue
        with fluid.dygraph.guard(fluid.CPUPlace()):
            answer[name + "|resumed"] = resumed(fluid, expression, optimizer, state)
    return answer


def resumed(fluid, expression, optimizer, state):
    """The rates of three more steps of another optimizer, from the state of the first one."""
    layer, _, opt = trainer(fluid, expression, optimizer)
    opt.set_dict(state)
    rates = []
    for _ in range(3):
        one_step(fluid, layer, opt)
        rates.append(opt.current_step_lr())
    return np.array(rates, "float32").ravel()
