import paddle.fluid as fluid


def make_optimizer(kind, parameters, rate=0.8, steps=3):
    if kind == 'warm':
        # up in a straight line, and on from there
        schedule = fluid.dygraph.LinearLrWarmup(
            learning_rate=rate, warmup_steps=steps, start_lr=0.1 * rate, end_lr=rate)
    else:
        schedule = fluid.dygraph.PiecewiseDecay([steps, 2 * steps], [rate, 0.5 * rate, 0.1 * rate], 0)
    return fluid.optimizer.Momentum(learning_rate=schedule, momentum=0.9, parameter_list=parameters)
