import paddle.fluid as fluid


def accumulate(model, batches, optimizer, every):
    """one step of the optimizer for every `every` batches"""
    summed, done = None, []
    for i, (x, y) in enumerate(batches):
        loss = model(fluid.dygraph.to_variable(x), fluid.dygraph.to_variable(y)) / every
        summed = loss if summed is None else summed + loss
        if (i + 1) % every == 0:
            summed.backward()
            optimizer.minimize(summed)
            model.clear_gradients()
            done.append(float(summed.numpy()[0]))
            summed = None
    return done
