"""A generator against a discriminator, and what the models of moving faces take from fluid."""

import numpy as np
import paddle
from fixed import fill, floats, steps

PACKAGE = "ppgan-2.1.0"
WHAT = "ResNet generator and patch discriminator, 2 steps of Momentum; nearest resizing, warped grids, soft ReLU"


def run():
    from ppgan.models.discriminators.nlayers import NLayerDiscriminator
    from ppgan.models.generators.generator_firstorder import Transform
    from ppgan.models.generators.resnet import ResnetGenerator
    from ppgan.models.starganv2_model import soft_relu
    from ppgan.modules.first_order import AntiAliasInterpolation2d

    generator, critic = fill(ResnetGenerator(3, 3, ngf=4, n_blocks=2)), fill(NLayerDiscriminator(3, ndf=4, n_layers=2))
    image = paddle.to_tensor(floats(1, 3, 32, 32))
    momentum = paddle.optimizer.Momentum(1e-2, 0.9, parameters=generator.parameters())

    def loss_of(step):
        score = critic(generator(image))
        return paddle.mean((score - 1.0) ** 2)

    found = steps(generator, momentum, loss_of, count=2)
    found["output/image"] = generator(image).numpy()
    found["resized/half"] = AntiAliasInterpolation2d(3, 0.5)(image).numpy()
    transform = Transform(2, sigma_affine=0.05, sigma_tps=0.005, points_tps=3)
    transform.theta = paddle.to_tensor(np.eye(2, 3, dtype="float32") * 0.8 + floats(2, 2, 3, scale=0.1))
    transform.control_params = paddle.to_tensor(floats(2, 1, 9, scale=0.02))
    found["warped/points"] = transform.warp_coordinates(paddle.to_tensor(floats(2, 7, 2, seed=1))).numpy()
    found["warped/frame"] = transform.transform_frame(paddle.to_tensor(floats(2, 3, 8, 8))).numpy()
    found["warped/soft"] = soft_relu(image).numpy()
    return found
