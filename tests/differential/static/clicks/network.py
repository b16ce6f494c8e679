import paddle.fluid as fluid


def ctr(dense, ids, label, embedding_size=4, vocabulary=11):
    def embed(input):
        emb = fluid.layers.embedding(input=input, size=[vocabulary, embedding_size], is_sparse=True,
                                     param_attr=fluid.ParamAttr(name='SparseFeatFactors',
                                                                initializer=fluid.initializer.Uniform()))
        return fluid.layers.sequence_pool(input=emb, pool_type='sum')

    parts = list(map(embed, ids)) + [dense]
    concated = fluid.layers.concat(parts, axis=1)
    fc1 = fluid.layers.fc(input=concated, size=8, act='relu')
    predict = fluid.layers.fc(input=fc1, size=2, act='softmax')
    cost = fluid.layers.cross_entropy(input=predict, label=label)
    return fluid.layers.reduce_sum(cost), predict
