"""Says at once that a Python is too old: pip, asked for extras, may try other versions of everything for an hour first.

Hatch asks a hook only for what is dynamic, and nothing is; but it reads this file whenever it reads the metadata.
"""

import sys

from hatchling.metadata.plugin.interface import MetadataHookInterface

if sys.version_info < (3, 10):  # noqa: UP036
    sys.exit("paddle-migrate needs Python 3.10 or later, and this is {}.{}".format(*sys.version_info))


class Nothing(MetadataHookInterface):
    def update(self, metadata: dict) -> None:
        pass
