"""Code in documents and docstrings, in whatever form it stands there; prose stays as it is."""

from __future__ import annotations

import doctest
import textwrap
import time

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.formats import migrator
from paddle_migrate.options import Options

IMPORT, NOW = "import paddle.fluid as fluid", "import paddle.nn.functional as F"


def migrate(name, text):
    text = textwrap.dedent(text)
    result = migrator(name)(text, name, Options())
    assert migrator(name)(result.text, name, Options()).text == result.text
    return result


FORMS = {
    "fenced": ("a.md", "```python\n{}\n{}\n```\n"),
    "tildes": ("a.md", "~~~~ py\n{}\n\n{}\n~~~~\n"),
    "attributes": ("a.md", "``` {{.python .numberLines}}\n{}\n{}\n```\n"),
    "no language": ("a.md", "```\n{}\n{}\n```\n"),
    "no blank line before": ("a.md", "Text:\n```python\n{}\n{}\n```\nText\n"),
    "quoted": ("a.md", "> ```python\n> {}\n>\n> {}\n> ```\n"),
    "quoted twice": ("a.md", ">> ```python\n>> {}\n>> {}\n>> ```\n"),
    "quoted, narrow": ("a.md", ">```python\n>{}\n>{}\n>```\n"),
    "in a list": ("a.md", "1. then\n\n   ```python\n   {}\n\n   {}\n   ```\n"),
    "an item of a list": ("a.md", "- ```python\n  {}\n  {}\n  ```\n"),
    "nested lists": ("a.md", "- a\n  - b\n\n    ```python\n    {}\n    {}\n    ```\n"),
    "quoted in a list": ("a.md", "- a\n\n  > ```python\n  > {}\n  > {}\n  > ```\n"),
    "indented": ("a.md", "Text:\n\n    {}\n    {}\n\nText\n"),
    "tabs": ("a.md", "Text:\n\n\t{}\n\t{}\n"),
    "session": ("a.md", "```pycon\n>>> {}\n>>> {}\n[1.]\n```\n"),
    "session, python": ("a.md", "```python\n>>> {}\n>>> {}\n[1.]\n```\n"),
    "quoted session": ("a.md", "> ```\n> >>> {}\n> >>> {}\n> [1.]\n> ```\n"),
    "indented session": ("a.md", "Text\n\n    >>> {}\n    >>> {}\n    [1.]\n"),
    "magics": ("a.md", "```python\n%matplotlib inline\n{}\n{}\n!ls\n```\n"),
    "directive": ("a.rst", ".. code-block:: python\n\n   {}\n   {}\n\nText\n"),
    "directive with options": (
        "a.rst",
        ".. code-block:: python\n   :linenos:\n   :emphasize-lines: 3\n\n   {}\n   {}\n",
    ),
    "directive in a list": ("a.rst", "* item\n\n  .. code:: python\n\n     {}\n\n     {}\n\n* item\n"),
    "directive as an item": ("a.rst", "- .. code-block:: python\n\n     {}\n     {}\n"),
    "testcode": ("a.rst", ".. testcode::\n\n    {}\n    {}\n"),
    "literal": ("a.rst", "Text::\n\n    {}\n    {}\n\nText\n"),
    "literal alone": ("a.rst", "  Text\n\n  ::\n\n    {}\n    {}\n"),
    "doctest": ("a.rst", "Text\n\n>>> {}\n>>> {}\n[1.]\n\nText\n"),
    "indented doctest": ("a.rst", "* Text\n\n  >>> {}\n  >>> {}\n  [1.]\n"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_forms(form, end):
    name, text = FORMS[form]
    text = "# 飞桨 fluid\n\n" + text
    result = migrate(name, text.format(IMPORT, "y = fluid.layers.relu(x)").replace("\n", end))
    assert result.text == text.format(NOW, "y = F.relu(x)").replace("\n", end)
    assert result.left == []
    (line,) = [f.line for f in result.findings if f.code == "PM101"]
    assert "F.relu" in result.text.split("\n")[line - 1]


def test_lines_that_do_not_change_keep_every_byte():
    text = "```python\nimport paddle.fluid as fluid\n   \nif x:\t\n    y = fluid.layers.relu(x)\n  \n\t\n```\n"
    result = migrator("a.md")(text, "a.md", Options())
    assert result.text == text.replace(IMPORT, NOW).replace("fluid.layers", "F")


def test_a_session_with_blocks():
    result = migrate(
        "a.md",
        """\
        ```pycon
        >>> import paddle.fluid as fluid
        >>> with fluid.dygraph.guard():
        ...     y = fluid.layers.relu(x)
        ...     for i in y:
        ...         print(i)
        ...
        [1.]
        >>>
        >>> @fluid.dygraph.no_grad
        ... def f(x):
        ...     return fluid.layers.tanh(
        ...         x)
        ...
        >>> fluid.layers.relu(x)  # a comment
        [2.]
        ```
        """,
    )
    assert result.text == textwrap.dedent(
        """\
        ```pycon
        >>> import paddle
        >>> import paddle.nn.functional as F
        >>> y = F.relu(x)
        >>> for i in y:
        ...     print(i)
        ...
        [1.]
        >>>
        >>> @paddle.no_grad()
        ... def f(x):
        ...     return paddle.tanh(
        ...         x)
        ...
        >>> F.relu(x)  # a comment
        [2.]
        ```
        """
    )


MODULE = '''\
"""Examples::

    import paddle.fluid as fluid
    with fluid.dygraph.guard():
        y = fluid.layers.relu(x)
"""
import numpy as np
import paddle.fluid as fluid


def double(x):
    """
    Adds with fluid.layers.elementwise_add.

    >>> import numpy as np
    >>> import paddle.fluid as fluid
    >>> with fluid.dygraph.guard(fluid.CPUPlace()):
    ...     x = fluid.dygraph.to_variable(np.array([-1.0, 2.0], 'float32'))
    ...     print(fluid.layers.relu(double(x)).numpy().tolist())
    [0.0, 4.0]
    """
    return fluid.layers.elementwise_add(x, x)
'''


NEW_MODULE = '''\
"""Examples::

    import paddle.nn.functional as F
    y = F.relu(x)
"""
import numpy as np


def double(x):
    """
    Adds with fluid.layers.elementwise_add.

    >>> import numpy as np
    >>> import paddle
    >>> import paddle.nn.functional as F
    >>> _ = paddle.device.set_device('cpu')
    >>> x = paddle.to_tensor(np.array([-1.0, 2.0], 'float32'))
    >>> print(F.relu(double(x)).numpy().tolist())
    [0.0, 4.0]
    """
    return x + x
'''


def test_docstrings(check_transformed):
    check_transformed(MODULE, NEW_MODULE)


def test_a_doctest_runs_as_before():
    """Both find what they say they print; `set_device()` gives back the place, which a session would show."""
    for text in (MODULE, NEW_MODULE):
        space = {"__name__": "module"}
        exec(text, space)
        (test,) = doctest.DocTestFinder().find(space["double"], "double", globs=space)
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(test, out=lambda _: None)
        assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.md", "# x\n\n```python\n\nprint fluid.layers.relu(x)\n```\n", 5),
        ("a.md", "```python\nwith fluid.dygraph.guard():\n```\n", 2),
        ("a.md", "```\nimport paddle.fluid as fluid\nprint fluid.layers\n```\n", 3),
        ("a.md", "> ```python\n> for i in fluid.layers.range(\n> ```\n", 2),
        ("a.md", "Text\n\n    import paddle.fluid as fluid\n    print fluid.layers\n", 4),
        ("a.md", "```pycon\n>>> print fluid.layers.relu(x)\n1\n```\n", 2),
        ("a.rst", ".. code-block:: python\n\n   import paddle.fluid\n   print 1\n", 4),
        ("a.rst", "Text::\n\n   import paddle.fluid\n   print 1\n", 4),
    ],
)
def test_code_that_cannot_be_read_is_said(name, text, line):
    result = migrate(name, "paddle\n" + text)
    assert not result.changed
    assert [(f.line, f.code) for f in result.left] == [(line + 1, "PM338")]


def test_the_import_stays_for_code_that_cannot_be_read():
    text = f"```python\n{IMPORT}\ny = fluid.layers.relu(x)\n```\n\n```python\nprint fluid.layers.relu(x)\n```\n"
    result = migrate("a.md", text)
    assert f"```python\n{NOW}\n{IMPORT}\ny = F.relu(x)\n" in result.text
    assert [f.code for f in result.left] == ["PM338"]


def test_programs_that_stand_alone_keep_their_imports():
    block = f"```python\n{IMPORT}\ny = fluid.layers.relu(x)\n```\n"
    new = f"```python\n{NOW}\ny = F.relu(x)\n```\n"
    assert migrate("a.md", f"{block}\n{block}").text == f"{new}\n{new}"


def test_a_program_of_today_beside_an_old_one():
    """It is none of ours, and no import moves from one block of a page into another."""
    old = f"```python\n{IMPORT}\ny = fluid.layers.relu(x)\n```\n"
    today = "```python\nimport paddle\nimport numpy as np\n\nopt.minimize(loss)\n```\n"
    assert migrate("a.md", f"{today}{old}{today}").text == f"{today}{old}{today}".replace(IMPORT, NOW).replace(
        "fluid.layers", "F"
    )
    later = "```python\nimport numpy as np\n\nz = np.ones(1)\n```\n"
    assert later in migrate("a.md", f"{old}\n{later}").text


def test_an_excerpt_that_imports_nothing():
    assert migrate("a.md", "Paddle\n\n```python\ny = fluid.layers.relu(x)\n```\n").text == (
        "Paddle\n\n```python\ny = F.relu(x)\n```\n"
    )


@pytest.mark.parametrize("name", ["a.md", "a.rst"])
def test_commands_in_documents(name):
    mark = "`" if name == "a.md" else "``"
    text = f"Don't ask: run {mark}pip install paddlepaddle==1.8.5{mark} for fluid.\n"
    result = migrate(name, text)
    assert result.text == text.replace("paddlepaddle==1.8.5", '"paddlepaddle>=2.6"')
    assert [f.code for f in result.findings] == ["PM113"]


def test_lists_of_requirements_in_documents():
    text = "```text\npaddlepaddle==1.8.5\n```\n\n```yaml\n- paddlepaddle==1.8.5\n```\n\n- paddlepaddle==1.8.5\n"
    assert migrate("a.md", text).text == text.replace("==1.8.5", ">=2.6", 2)


def test_images_in_documents_are_said():
    result = migrate("a.md", "paddle\n\n    docker pull paddlepaddle/paddle:1.8.5\n")
    assert [(f.line, f.code) for f in result.findings] == [(3, "PM339")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# fluid\n\nPaddlePaddle's `fluid.layers.relu(x)` is old; import paddle.fluid as fluid no more.\n"),
        ("a.md", "飞桨的 paddle.fluid 已经不再使用,fluid.layers.relu(x) 请改用 F.relu。\n"),
        ("a.md", "- paddle 1.8: fluid\n\n    and `fluid.layers.relu(x)` goes on here (paddle.fluid)\n"),
        ("a.md", "Old names of paddle:\n\n    fluid.layers.relu\n    fluid.layers.fc\n"),
        ("a.md", "paddle\n```\nfluid.layers.relu\nfluid.layers.fc, fluid.layers.relu\n```\n"),
        ("a.md", "paddle\n```\nModuleNotFoundError: No module named 'paddle.fluid'\n  fluid.layers.relu(x)\n```\n"),
        ("a.md", "paddle\n```cpp\nfluid.layers.relu(x);\n```\n~~~diff\n-import paddle.fluid as fluid\n~~~\n"),
        ("a.md", "<!-- paddle-migrate: skip -->\n```python\nimport paddle.fluid as fluid\nfluid.layers.relu(x)\n```\n"),
        ("a.md", "<!-- paddle-migrate: skip -->\n\n```\npip install paddlepaddle==1.8.5\n```\n"),
        ("a.md", "<!-- paddle-migrate: skip-file -->\n```python\nimport paddle.fluid as fluid\nfluid.data(\n```\n"),
        (
            "a.rst",
            ".. paddle-migrate: skip\n.. code-block:: python\n\n   import paddle.fluid as f\n   f.layers.relu(x)\n",
        ),
        (
            "a.rst",
            ".. paddle-migrate: skip-file\n\n.. code-block:: python\n\n   import paddle.fluid as f\n   f.data(\n",
        ),
        ("a.rst", "Changes\n=======\n\n* ``paddle.fluid``: ``fluid.layers.relu(x)`` is gone::\n\n   [fluid] = old\n"),
        ("a.rst", "::\n\n   $ python old.py --paddle\n   fluid.layers.relu\n"),
        ("a.md", "```python\nimport paddle  # not fluid\ny = paddle.nn.functional.relu(x)\n```\n"),
        ("CHANGELOG.md", "- paddlepaddle==1.8.5 is no longer pinned; fluid.layers is gone\n"),
        ("a.md", "```python\nimport paddle\n# paddle-migrate: skip-file\n```\n"),
    ],
)
def test_must_not_change(name, text):
    result = migrate(name, text)
    assert (result.text, result.findings) == (text, [])


@pytest.mark.parametrize(
    "text",
    [
        '"""Uses paddle.fluid: fluid.layers.relu(x) is what it was."""\n',
        'def f():\n    """See fluid.layers::\n\n        fluid.layers.relu\n    """\n    return "paddle"\n',
        'x = """paddle\n>>> import paddle.fluid as fluid\n>>> fluid.layers.relu(x)\n"""\n',
        'def f():\n    """\n    >>> paddle.fluid = "\\n"\n    >>> fluid.layers.relu(x)\n    """\n',
        'def f():\n    r"""\n    >>> import paddle\n    >>> paddle.relu(x)  # not fluid\n    """\n',
    ],
)
def test_docstrings_that_must_not_change(check_noop, text):
    assert check_noop(text).findings == []


def test_what_a_docstring_leaves(check_noop):
    text = (
        'def f():\n    """\n    .. code-block:: python\n\n        fluid.layers.nothing(x)\n\n'
        '    >>> fluid.nothing(x)\n    """\n'
    )
    assert [(f.line, f.code) for f in check_noop(text + "# paddle\n").findings] == [(5, "PM207"), (7, "PM301")]


@pytest.mark.parametrize("line", ["-  " * 5000, ">  " * 5000, " " * 20000, "1.  " * 5000, "pip " * 5000])
@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.sh", "Dockerfile"])
def test_long_lines_take_no_time(name, line):
    text = f"paddle {line}\n{line}\n{line}x\nfluid\n"
    started = time.process_time()
    assert not migrate(name, text).changed
    assert time.process_time() - started < 5


def test_check_does_not_pass(tmp_path):
    path = tmp_path / "a.md"
    for code, status in [("print fluid.layers.relu(x)", 1), ("print paddle.relu(x)", 0)]:
        path.write_text(f"# paddle\n\n```python\n{code}\n```\n")
        assert CliRunner().invoke(main, ["--check", "--no-cache", str(path)]).exit_code == status


SLIP = "from paddle.distributed as dist"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", f"Text\n\n```python\nimport paddle\n{SLIP}\n```\n"),
        ("a.rst", f"Text\n\n.. code-block:: python\n\n   {SLIP}\n   dist.spawn(f)\n"),
    ],
)
def test_an_import_that_is_none_is_said(name, text):
    result = migrator(name)(text, name, Options())
    assert not result.changed
    assert [(f.code, f.line) for f in result.findings] == [("PM338", 5)]


@pytest.mark.parametrize(
    "line", ["from paddle import distributed as dist", "import paddle.distributed as dist", "# " + SLIP]
)
def test_imports_that_are_right_say_nothing(line):
    assert not migrator("a.md")(f"```python\nimport paddle\n{line}\n```\n{SLIP}\n", "a.md", Options()).findings
