"""A small GPT that goes on with a text: greedily and by beam search."""

import paddle
from fixed import fill, integers

PACKAGE = "paddlenlp-2.4.2"
WHAT = "GPT of 2 layers: logits, greedy and beam search"


def run():
    from paddlenlp.transformers import GPTLMHeadModel, GPTModel

    gpt = GPTModel(vocab_size=50, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
                   hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, max_position_embeddings=32,
                   pad_token_id=0, eos_token_id=7, bos_token_id=0, eol_token_id=3)
    model = fill(GPTLMHeadModel(gpt), scale=1.0)
    model.eval()
    ids = paddle.to_tensor(integers(2, 5, below=50))
    found = {"logits/all": model(ids).numpy()}
    for name, options in {"greedy": {"decode_strategy": "greedy_search"},
                          "beam": {"decode_strategy": "beam_search", "num_beams": 3}}.items():
        tokens, scores = model.generate(ids, max_length=8, use_faster=False, **options)
        found[name + "/tokens"], found[name + "_scores/all"] = tokens.numpy(), scores.numpy()
    return found
