"""What editors ask and are told, in the words of the protocol."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click
from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec, TextDocument

from paddle_migrate.chinese.sentences import said
from paddle_migrate.explain.command import explain
from paddle_migrate.findings import Finding
from paddle_migrate.lsp.desk import Choice, Desk, lines_of, place
from paddle_migrate.report.tally import tool_version
from paddle_migrate.text.equal_lines import equal_lines

T = TypeVar("T")

NAME = "paddle-migrate"
WHY = "paddle-migrate.why"
_PAUSE = 0.2  # seconds without a key, behind which findings are looked for
_STACK = 256 * 1024 * 1024  # bytes: a worker's is too small for deep expressions, elsewhere than on Linux
_SEVERITY = {
    "rewritten": types.DiagnosticSeverity.Information,
    "note": types.DiagnosticSeverity.Information,
    "person": types.DiagnosticSeverity.Warning,
    "error": types.DiagnosticSeverity.Error,
}


class Server(LanguageServer):
    """One thread works, so that the editor is always answered to; what is asked of it waits its turn."""

    def __init__(self) -> None:
        super().__init__(NAME, tool_version())
        threading.stack_size(_STACK)
        self.worker = ThreadPoolExecutor(1, NAME)
        self.desks: dict[Path | None, Desk] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def desk(self, path: Path) -> Desk:
        """That of the innermost of the editor's folders that the file lies in."""
        roots = [Path(uris.to_fs_path(uri) or ".") for uri in self.workspace.folders]
        roots += [Path(self.workspace.root_path)] if self.workspace.root_path else []
        inside = [root for root in roots if root in path.parents]
        folder = max(inside, key=lambda root: len(root.parts), default=None)
        return self.desks.setdefault(folder, Desk(folder))

    async def work(self, task: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.worker, task)

    async def take(self, uri: str, put: Callable[[Desk, Path, str], None], pause: float = _PAUSE) -> None:
        """Put what the editor holds of a file on its desk, and look for findings."""
        path = path_of(uri)
        if path is not None:
            desk, text = self.desk(path), self.workspace.get_text_document(uri).source
            await self.work(lambda: put(desk, path, text))
            self.soon(uri, pause)

    def soon(self, uri: str, pause: float = _PAUSE) -> None:
        """Look for findings once nothing has been typed for a while."""
        if uri in self._waiting:
            self._waiting.pop(uri).cancel()
        loop = asyncio.get_running_loop()
        self._waiting[uri] = loop.call_later(pause, lambda: loop.create_task(self.tell(uri)))

    async def tell(self, uri: str) -> None:
        """The findings of an open file, unless it has another text by now."""
        document, path = self.workspace.get_text_document(uri), path_of(uri)
        if path is None:
            return
        version, desk = document.version, self.desk(path)
        try:
            outcome = await self.work(lambda: desk.look(path))
        except (click.ClickException, OSError, ValueError) as error:
            words = error.message if isinstance(error, click.ClickException) else str(error)
            return self.window_show_message(types.ShowMessageParams(types.MessageType.Error, said(words)))
        if version == document.version and path in desk.texts:
            old, lines = lines_of(outcome.old), document.lines
            found = [diagnostic(document.position_codec, lines, old, each) for each in outcome.findings]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))


def path_of(uri: str) -> Path | None:
    """Of a file; None of what has no place on the disk."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def diagnostic(codec: PositionCodec, lines: Sequence[str], old: list[str], finding: Finding) -> types.Diagnostic:
    """A finding in an editor: `lines` are the document's, `old` the same without their ends."""
    start, end = place(old, finding)
    line = max(finding.line - 1, 0)
    where = types.Range(types.Position(line, start), types.Position(line, end))
    about = f"{said(finding.name)}: " if finding.name else ""
    return types.Diagnostic(
        codec.range_to_client_units(lines, where),
        f"{about}{said(finding.message)}",
        _SEVERITY[finding.level],
        finding.code,
        source=NAME,
        tags=[types.DiagnosticTag.Deprecated] if finding.level == "rewritten" else None,
    )


def edits(document: TextDocument, old: str, new: str) -> list[types.TextEdit]:
    """What changes of the text, whole lines; the rest keeps its marks and folds."""
    before, after = lines_of(old), lines_of(new)

    def start(line: int) -> types.Position:
        if line < len(before) or old.endswith(("\n", "\r")) or not before:
            return types.Position(line, 0)
        return types.Position(line - 1, document.position_codec.client_num_units(before[-1]))

    found: list[types.TextEdit] = []
    i = j = 0
    for a, b in [*equal_lines(before, after), (len(before), len(after))]:
        if i < a or j < b:
            found.append(types.TextEdit(types.Range(start(i), start(a)), "".join(after[j:b])))
        i, j = a + 1, b + 1
    return found


server = Server()


@server.feature(types.INITIALIZED)
async def _initialized(ls: Server, params: types.InitializedParams) -> None:
    await ls.work(lambda: explain("fluid.layers.relu"))  # reads the rules, before anybody waits for them


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
async def _opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    await ls.take(params.text_document.uri, Desk.open, 0)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
async def _changed(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    await ls.take(params.text_document.uri, Desk.put)


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
async def _saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    path = path_of(params.text_document.uri)
    if path is not None:
        desk = ls.desk(path)
        await ls.work(desk.look_around)
        for uri in ls.workspace.text_documents:
            if (other := path_of(uri)) is not None and ls.desk(other) is desk:
                ls.soon(uri, 0)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
async def _closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    uri, path = params.text_document.uri, path_of(params.text_document.uri)
    if path is not None:
        desk = ls.desk(path)
        await ls.work(lambda: desk.close(path))
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    document, path = ls.workspace.get_text_document(params.text_document.uri), path_of(params.text_document.uri)
    if path is None:
        return None
    at = document.position_codec.position_from_client_units(document.lines, params.position)
    desk = ls.desk(path)
    text = await ls.work(lambda: desk.about(path, at.line + 1, at.character))
    return types.Hover(types.MarkupContent(types.MarkupKind.PlainText, text)) if text else None


_KINDS = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]


@server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(_KINDS, resolve_provider=True))
async def _actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri, path = params.text_document.uri, path_of(params.text_document.uri)
    if path is None:
        return []
    desk, lines = ls.desk(path), (params.range.start.line + 1, params.range.end.line + 1)
    choices = await ls.work(lambda: desk.choices(path, *lines))
    found = [_action(uri, choice) for choice in choices]
    if not _resolves(ls):
        found = [await _resolved(ls, each) for each in found]
    codes = dict.fromkeys(str(each.code) for each in params.context.diagnostics if each.source == NAME)
    found += [_why(code) for code in codes]
    only = params.context.only
    return [each for each in found if only is None or _text(each.kind or "").startswith(tuple(map(_text, only)))]


def _text(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _action(uri: str, choice: Choice) -> types.CodeAction:
    """Of the file it is no fix of a finding: editors that fix what they can as a file is saved leave it alone."""
    kind = types.CodeActionKind.QuickFix if choice.only else types.CodeActionKind.RefactorRewrite
    return types.CodeAction(said(choice.title), kind, data={"uri": uri, **asdict(choice)})


def _why(code: str) -> types.CodeAction:
    title = said(f"why: {code}")
    return types.CodeAction(title, types.CodeActionKind.QuickFix, command=types.Command(title, WHY, arguments=[code]))


def _resolves(ls: Server) -> bool:
    """Whether the editor asks for what an action does once it is chosen."""
    about = ls.client_capabilities.text_document
    actions = about.code_action if about is not None else None
    support = actions.resolve_support if actions is not None else None
    return support is not None and "edit" in support.properties


@server.feature(types.CODE_ACTION_RESOLVE)
async def _resolved(ls: Server, action: types.CodeAction) -> types.CodeAction:
    given: dict[str, Any] = dict(action.data or {})
    uri, path = str(given.pop("uri", "")), path_of(str((action.data or {}).get("uri", "")))
    if path is None:
        return action
    document, desk = ls.workspace.get_text_document(uri), ls.desk(path)
    version, old = document.version, document.source
    choice = Choice(str(given["title"]), tuple(given["only"]), int(given["line"]))
    changed = edits(document, old, await ls.work(lambda: desk.rewritten(path, choice)))
    action.edit = _of_version(ls, uri, version, changed)
    return action


def _of_version(ls: Server, uri: str, version: int | None, changed: list[types.TextEdit]) -> types.WorkspaceEdit:
    """An editor that knows versions makes no edit of a text that has changed meanwhile."""
    workspace = ls.client_capabilities.workspace
    able = workspace.workspace_edit if workspace is not None else None
    if able is None or not able.document_changes:
        return types.WorkspaceEdit(changes={uri: changed})
    about = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(about, [*changed])])


@server.command(WHY)
async def _explain(ls: Server, code: str) -> None:
    """The words of `paddle-migrate explain`."""
    text = await ls.work(lambda: explain(code))
    ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, text or code))


def serve() -> None:
    server.start_io()
