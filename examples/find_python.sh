#!/bin/sh
# Prints a Python of the version $1 (3.7), if this machine has one: of pyenv, on PATH, or from uv.
version=$1

if command -v pyenv >/dev/null 2>&1; then
    found=$(pyenv versions --bare 2>/dev/null | grep "^$(echo "$version" | sed 's/\./\\./')\." | tail -n 1)
    [ -n "$found" ] && echo "$(pyenv prefix "$found")/bin/python" && exit
fi
# pyenv's shim answers to the name even where it leads nowhere
if "python$version" -c '' >/dev/null 2>&1; then
    command -v "python$version"
    exit
fi
if command -v uv >/dev/null 2>&1; then
    uv python install "$version" >/dev/null 2>&1 && uv python find "$version" 2>/dev/null
fi
