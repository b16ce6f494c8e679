"""Segments and tags with the model that the package ships, by 1.x's inference API."""

PACKAGE = "lac-2.1.2"
WHAT = "the shipped model: segments, tags and ranks of five sentences"

TEXTS = ["百度是一家高科技公司", "今天天气不错,我们去北京大学看看", "LAC是个优秀的分词工具",
         "他说的确实在理", "2020年3月1日"]


def run():
    from LAC import LAC

    found = {}
    for mode in ("lac", "seg", "rank"):
        lac = LAC(mode=mode)
        found[mode + "/whole"] = numbers(lac.run(TEXTS))
        found[mode + "/one"] = numbers(lac.run(TEXTS[0]))
        lac.add_word("优秀的分词")
        found[mode + "/custom"] = numbers(lac.run(TEXTS[2]))
    return found


def numbers(result):
    """What was found, letter by letter."""
    return [ord(letter) for letter in repr(result)]
