import paddle.fluid as fluid


def make_optimizer(args, parameters):
    steps = args.images // args.batch
    bounds = [steps * epoch for epoch in args.decay_epochs]
    rates = [args.lr * (0.1 ** i) for i in range(len(bounds) + 1)]
    return fluid.optimizer.Momentum(
        learning_rate=fluid.dygraph.PiecewiseDecay(bounds, rates, 0),
        momentum=0.9,
        regularization=fluid.regularizer.L2Decay(1e-4),
        parameter_list=parameters)
