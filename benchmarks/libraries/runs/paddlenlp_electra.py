"""ELECTRA, whose generator makes a parameter by fluid's function."""

import paddle
from fixed import fill, integers, steps

PACKAGE = "paddlenlp-2.0.8"
WHAT = "ELECTRA's generator and discriminator of 2 layers: outputs, 3 steps of AdamW on the discriminator"


def run():
    from paddlenlp.transformers import ElectraDiscriminator, ElectraGenerator, ElectraModel

    sizes = {"vocab_size": 40, "embedding_size": 12, "hidden_size": 16, "num_hidden_layers": 2,
             "num_attention_heads": 2, "intermediate_size": 32, "hidden_dropout_prob": 0.0, "hidden_act": "gelu",
             "attention_probs_dropout_prob": 0.0, "max_position_embeddings": 16, "type_vocab_size": 2,
             "initializer_range": 0.02, "pad_token_id": 0}
    ids = paddle.to_tensor(integers(3, 9, below=40))
    generator = fill(ElectraGenerator(ElectraModel(**sizes)))
    generator.eval()
    found = {"output/generator": generator(ids).numpy()}
    model = fill(ElectraDiscriminator(ElectraModel(**sizes)))
    adamw = paddle.optimizer.AdamW(0.01, epsilon=1e-4, parameters=model.parameters(), weight_decay=0.01)
    label = paddle.to_tensor(integers(3, 9, below=2).astype("float32"))

    def loss_of(step):
        return paddle.nn.functional.binary_cross_entropy_with_logits(model(ids), label)

    found.update(steps(model, adamw, loss_of))
    return found
