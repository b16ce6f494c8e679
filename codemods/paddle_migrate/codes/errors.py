"""PM9xx: files that could not be migrated."""

from __future__ import annotations

from paddle_migrate.codes.kinds import Code

ERRORS: dict[str, Code] = {
    "PM901": Code(
        "cannot be read or written",
        "The file is missing, not text, in another encoding, or not writable. The others are done: mend it as the "
        "finding says, and run the tool on it again.",
    ),
    "PM902": Code(
        "not Python 3, or a syntax error",
        "Python cannot parse the file. Convert Python 2 first (2to3, futurize), or mend the line.",
    ),
    "PM903": Code("the tool failed", "A mistake of paddle-migrate; the file is left as it was. Please report it."),
    "PM904": Code(
        "link that leads out",
        "In a directory there is a symbolic link to a file that lies outside of all that was given. It is neither read "
        "nor rewritten, for a repository does not decide what else on this machine changes. Give the file itself, or "
        "leave the link out with --exclude. Links to directories are not followed, either.",
    ),
    "PM905": Code(
        "too large",
        "The syntax tree of a file takes about a thousand times the file's size in memory, and a second for each 100 "
        "KB. Python text of more than 2 MB, and any file of more than 100 MB, is refused: split it, move its data out "
        "of the code, or leave it out with --exclude.",
    ),
    "PM906": Code(
        "process ended",
        "The process that looked at the file ended before it was done, for want of memory or because something else "
        "ended it. The file is left as it was, and the others are done. Try it by itself, with -j 1.",
    ),
    "PM907": Code(
        "took too long",
        "A mistake of paddle-migrate: it went round in the file without coming to an end. The file is left as it was, "
        "and the others are done. Please report it.",
    ),
}
