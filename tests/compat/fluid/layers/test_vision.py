"""Images and volumes: values, shapes, gradients."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(6)
GIVEN = {
    "image": random.uniform(-2, 2, [2, 4, 4, 6]).astype("float32"),
    "last": random.uniform(-2, 2, [2, 4, 6, 4]).astype("float32"),
    "small": random.uniform(-2, 2, [1, 2, 2, 3]).astype("float32"),
    "volume": random.uniform(-2, 2, [1, 2, 4, 4, 4]).astype("float32"),
    "volume_last": random.uniform(-2, 2, [1, 4, 4, 4, 2]).astype("float32"),
    "scale": random.uniform(0.5, 2, [4]).astype("float32"),
    "bias": random.uniform(-2, 2, [4]).astype("float32"),
    "theta": random.uniform(-1, 1, [2, 2, 3]).astype("float32"),
    "grid": random.uniform(-1.2, 1.2, [2, 4, 6, 2]).astype("float32"),
    "x": random.uniform(-2, 2, [3, 4]).astype("float32"),
    "part": random.uniform(-2, 2, [2, 3]).astype("float32"),
    "sizes": np.array([5, 7], "int32"),
    "volume_sizes": np.array([3, 5, 6], "int32"),
    "rois": np.array([[0, 0, 3, 2], [1, 1, 5, 3], [0.5, 1, 4.2, 2.5]], "float32"),
    "rois_lod": np.array([0, 1, 3]),
}
CASES = {
    "adaptive_pool3d": "L.adaptive_pool3d(volume, 2)",
    "adaptive_pool3d_avg": "L.adaptive_pool3d(input=volume, pool_size=[2, 1, 2], pool_type='avg', name='a')",
    "affine_channel": "L.affine_channel(image, scale, bias)",
    "affine_channel_act": "L.affine_channel(last, scale=scale, bias=bias, data_layout='NHWC', act='relu')",
    "affine_grid": "L.affine_grid(theta, [2, 1, 3, 4])",
    "crop": "L.crop(x, shape=[2, 2], offsets=[1, 1])",
    "crop_like": "L.crop(x, shape=part)",
    "crop_tensor": "L.crop_tensor(x, shape=[2, 2])",
    "crop_tensor_offsets": "L.crop_tensor(x, shape=[2, -1], offsets=[0, 1])",
    "grid_sampler": "L.grid_sampler(image, grid)",
    "image_resize_short": "L.image_resize_short(image, 5)",
    "image_resize_short_nearest": "L.image_resize_short(image, out_short_len=3, resample='NEAREST')",
    "interpolate": "L.interpolate(image, out_shape=[5, 7])",
    "interpolate_scale": "L.interpolate(input=image, scale=2.0, align_corners=False, align_mode=0)",
    "interpolate_nearest": "L.interpolate(image, [5, 7], resample='NEAREST', align_corners=False)",
    "interpolate_trilinear": "L.interpolate(volume, [3, 5, 6], resample='TRILINEAR', data_format='NCDHW')",
    "interpolate_bicubic": "L.interpolate(image, [5, 7], resample='BICUBIC', data_format='NCHW')",
    "interpolate_unknown": "L.interpolate(image, [5, 7], resample='LANCZOS')",
    "lrn": "L.lrn(image)",
    "lrn_more": "L.lrn(image, n=3, k=2.0, alpha=0.01, beta=0.5, name='l')",
    "lrn_last": "L.lrn(last, data_format='NHWC')",
    "maxout": "L.maxout(image, 2)",
    "maxout_axis": "L.maxout(last, groups=2, axis=3)",
    "pad_constant_like": "L.pad_constant_like(x, part)",
    "pad_constant_like_value": "L.pad_constant_like(x=x, y=part, pad_value=1.5)",
    "pixel_shuffle": "L.pixel_shuffle(image, 2)",
    "pool3d": "L.pool3d(volume, 2)",
    "pool3d_more": "L.pool3d(volume, [2, 3, 2], 'max', [1, 2, 1], [0, 1, 0], ceil_mode=True)",
    "pool3d_avg": "L.pool3d(volume, 2, 'avg', 2, 1, use_cudnn=False)",
    "pool3d_inclusive": "L.pool3d(volume, 2, pool_type='avg', pool_stride=2, pool_padding=1, exclusive=False)",
    "pool3d_sides": "L.pool3d(volume, 2, 'avg', 2, [0, 1, 1, 0, 1, 1], exclusive=False)",
    "pool3d_sides_all": "L.pool3d(volume, 2, 'avg', 1, [[0, 0], [0, 0], [1, 0], [0, 0], [0, 1]], exclusive=False)",
    "pool3d_same_inclusive": "L.pool3d(volume, [2, 3, 2], 'avg', 2, 'SAME', exclusive=False)",
    "pool3d_global": "L.pool3d(volume, global_pooling=True)",
    "pool3d_global_avg": "L.pool3d(volume, pool_type='avg', global_pooling=True)",
    "pool3d_last": "L.pool3d(volume_last, 2, 'avg', data_format='NDHWC')",
    "pool3d_global_last": "L.pool3d(volume_last, global_pooling=True, data_format='NDHWC')",
    "pool3d_no_size": "L.pool3d(volume)",
    "pool3d_unknown": "L.pool3d(volume, 2, 'sum')",
    "resize_trilinear": "L.resize_trilinear(volume, out_shape=[3, 5, 6])",
    "resize_trilinear_scale": "L.resize_trilinear(volume, scale=2.0, align_corners=False, align_mode=0)",
    "resize_trilinear_cut": "L.resize_trilinear(volume, scale=1.4, align_corners=False)",
    "interpolate_cut": "L.interpolate(image, scale=1.4, align_corners=False, resample='BICUBIC')",
    "resize_trilinear_last": "L.resize_trilinear(volume_last, [3, 5, 6], data_format='NDHWC')",
    "shuffle_channel": "L.shuffle_channel(image, 2)",
    "space_to_depth": "L.space_to_depth(image, 2)",
    "temporal_shift": "L.temporal_shift(image, 2)",
    "temporal_shift_ratio": "L.temporal_shift(x=image, seg_num=1, shift_ratio=0.3)",
    "unfold": "L.unfold(image, [2, 2])",
    "unfold_more": "L.unfold(image, kernel_sizes=2, strides=[1, 2], paddings=1, dilations=[2, 1])",
    "interpolate_actual": "L.interpolate(image, [3, 3], actual_shape=sizes, name='n')",
    "trilinear_actual": "L.resize_trilinear(volume, [3, 3, 3], actual_shape=volume_sizes, name='n')",
    "roi_align": "L.roi_align(image, rois, rois_lod=rois_lod)",
    "roi_align_more": "L.roi_align(input=image, rois=rois, pooled_height=2, pooled_width=3, spatial_scale=0.5,"
    " sampling_ratio=2, name='r', rois_lod=rois_lod)",
    "roi_pool": "L.roi_pool(image, rois, rois_lod=rois_lod)",
    "roi_pool_more": "L.roi_pool(input=image, rois=rois, pooled_height=2, pooled_width=3, spatial_scale=0.5,"
    " rois_lod=rois_lod)",
    "affine_channel_bare": "L.affine_channel(image)",
    "affine_channel_half": "L.affine_channel(image, scale=scale)",
    "crop_bare": "L.crop(small)",
}
# What the codemod leaves to a person: in words of its finding, why.
LEFT = {
    "affine_channel_bare": "scale is needed",
    "affine_channel_half": "bias is needed",
    "crop_bare": "is needed",
    "interpolate_unknown": "there is no resample=",
    "pool3d_no_size": "pool_size is needed",
    "pool3d_unknown": "pool_type is",
}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.vision", CASES, GIVEN, left=LEFT)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)


@pytest.mark.parametrize("name", ["roi_align", "roi_pool"])
def test_boxes_without_their_images_say_what_they_need(fluid, name):
    """1.8.5 took the numbers of boxes of a LoD tensor, which dygraph mode did not have."""
    with pytest.raises(NotImplementedError, match=f"{name}: give rois_lod"):
        getattr(fluid.layers, name)(None, None)
