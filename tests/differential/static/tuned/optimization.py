import paddle.fluid as fluid


def build(loss, rate, warm):
    if warm:
        scheduled = fluid.layers.noam_decay(4, 2)
        optimizer = fluid.optimizer.Adam(learning_rate=scheduled)
    else:
        scheduled = fluid.layers.create_global_var(
            name=fluid.unique_name.generate('rate'), shape=[1], value=rate, dtype='float32', persistable=True)
        optimizer = fluid.optimizer.Adam(learning_rate=scheduled)
        optimizer._learning_rate_map[fluid.default_main_program()] = scheduled
    fluid.clip.set_gradient_clip(clip=fluid.clip.GradientClipByGlobalNorm(clip_norm=0.1))
    optimizer.minimize(loss)
    return scheduled
