import paddle.fluid as fluid

CLIPS = {
    "value": lambda: fluid.clip.GradientClipByValue(max=0.01, min=-0.02),
    "norm": lambda: fluid.clip.GradientClipByNorm(clip_norm=0.05),
    "global": lambda: fluid.clip.GradientClipByGlobalNorm(clip_norm=0.1),
    None: lambda: None,
}


def optimizer_for(model, clip, lr=0.5):
    return fluid.optimizer.SGDOptimizer(
        learning_rate=lr, parameter_list=model.parameters(), grad_clip=CLIPS[clip]())
