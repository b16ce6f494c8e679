from __future__ import annotations

import ast

import pytest
from paddle_migrate.text.pytree import dotted, dotted_name, python_tree, segment


@pytest.mark.parametrize("text", ["a", "a.b", "paddle.nn.functional"])
def test_chains_of_names(text):
    assert dotted(ast.parse(text, mode="eval").body) == text
    assert dotted(dotted_name(text)) == text


@pytest.mark.parametrize("text", ["f().b", "a[0].b", "1 .real", "'a'.b"])
def test_anything_else_is_none(text):
    assert dotted(ast.parse(text, mode="eval").body) == ""


def test_trees():
    tree = python_tree("'\\d'; a\n")
    assert tree is not None
    assert len(tree.body) == 2


@pytest.mark.parametrize("text", ["print 1", "a = ", "\0", "(" * 9999])
def test_no_python_no_tree(text):
    assert python_tree(text) is None


def test_segment():
    text = "x = f(a,\n      b[0])  # c\n\ndef g(y=('a',\n         'b')):\n    pass\n"
    every = [node for node in ast.walk(ast.parse(text)) if hasattr(node, "lineno")]
    assert len(every) > 10
    assert [segment(text, node) for node in every] == [ast.get_source_segment(text, node) for node in every]
