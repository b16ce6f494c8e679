"""An editor that speaks to the server over its standard streams."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls import uris
from pygls.lsp.client import LanguageClient

CAPABLE = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        code_action=types.CodeActionClientCapabilities(
            resolve_support=types.ClientCodeActionResolveOptions(properties=["edit"])
        ),
    ),
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)
    ),
)


class Editor(LanguageClient):
    """One that has some files of a folder open."""

    def __init__(self, folder: Path) -> None:
        super().__init__("editor", "1")
        self.folder, self.versions, self.texts = folder, {}, {}
        self.found: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.shown: asyncio.Queue[str] = asyncio.Queue()
        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self.found.put_nowait(params))
        self.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: self.shown.put_nowait(params.message))

    async def begin(self, capable: types.ClientCapabilities = CAPABLE, words: tuple[str, ...] = ()) -> None:
        await self.start_io(sys.executable, "-m", "paddle_migrate", "lsp", *words)
        root = uris.from_fs_path(str(self.folder))
        await self.initialize_async(types.InitializeParams(capable, root_uri=root))
        self.initialized(types.InitializedParams())

    async def end(self) -> None:
        await self.shutdown_async(None)
        self.exit(None)
        await self.stop()

    def uri(self, name: str) -> str:
        return uris.from_fs_path(str(self.folder / name))

    async def open(self, name: str, text: str) -> list[types.Diagnostic]:
        uri = self.uri(name)
        self.versions[uri], self.texts[uri] = 1, text
        document = types.TextDocumentItem(uri, types.LanguageKind.Python, 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(document))
        return await self.findings(name)

    def type(self, name: str, text: str) -> None:
        """The file has another text now."""
        uri = self.uri(name)
        self.versions[uri] += 1
        self.texts[uri] = text
        about = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(about, [whole]))

    async def findings(self, name: str) -> list[types.Diagnostic]:
        """What is said of the text that the file has now."""
        uri = self.uri(name)
        while True:
            told = await asyncio.wait_for(self.found.get(), 60)
            if told.uri == uri and told.version in (None, self.versions[uri]):
                return sorted(told.diagnostics, key=lambda each: each.range.start.line)

    async def hover(self, name: str, line: int, column: int) -> str:
        about = types.TextDocumentIdentifier(self.uri(name))
        found = await self.text_document_hover_async(types.HoverParams(about, types.Position(line, column)))
        return found.contents.value if found is not None else ""

    async def actions(self, name: str, line: int, said: tuple[types.Diagnostic, ...] = ()) -> list[types.CodeAction]:
        about, at = types.TextDocumentIdentifier(self.uri(name)), types.Position(line, 0)
        params = types.CodeActionParams(about, types.Range(at, at), types.CodeActionContext(said))
        return list(await self.text_document_code_action_async(params) or ())

    async def apply(self, action: types.CodeAction) -> str:
        """The text that the action makes of a file."""
        if action.edit is None:
            action = await self.code_action_resolve_async(action)
        if action.edit.changes:
            ((uri, edits),) = action.edit.changes.items()
        else:
            (change,) = action.edit.document_changes
            uri, edits = change.text_document.uri, change.edits
            assert change.text_document.version == self.versions[uri]
        lines = self.texts[uri].splitlines(keepends=True)
        for edit in reversed(edits):
            start, end = edit.range.start, edit.range.end
            before = lines[start.line][: start.character] if start.character else ""
            assert not end.character or end.line == len(lines) - 1
            lines[start.line : end.line + bool(end.character)] = [before + edit.new_text]
        return "".join(lines)


@pytest.fixture
def in_editor(tmp_path: Path) -> Callable[..., None]:
    """Runs what somebody does in an editor."""

    def run(does: Callable[[Editor], Awaitable[None]], **how: object) -> None:
        async def session() -> None:
            editor = Editor(tmp_path)
            await editor.begin(**how)
            try:
                await does(editor)
            finally:
                await editor.end()

        asyncio.run(session())

    return run
