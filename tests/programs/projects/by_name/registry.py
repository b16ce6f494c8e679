import paddle.fluid as fluid

MODELS = {}

OPTIMIZERS = {
    'sgd': lambda rate, parameters: fluid.optimizer.SGD(rate, parameter_list=parameters),
    'adagrad': lambda rate, parameters: fluid.optimizer.Adagrad(rate, parameter_list=parameters),
    'rmsprop': lambda rate, parameters: fluid.optimizer.RMSProp(rate, parameter_list=parameters),
}


def register(cls):
    MODELS[cls.__name__.lower()] = cls
    return cls


def optimizer(name, parameters, rate):
    return OPTIMIZERS[name](rate, parameters)
