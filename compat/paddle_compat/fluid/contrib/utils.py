"""``paddle.fluid.contrib.utils``: files on HDFS, and parameters of parameter servers."""

from ..._language import gone

__all__ = [
    "HDFSClient", "convert_dist_to_sparse_program", "load_persistables_for_increment",
    "load_persistables_for_inference", "multi_download", "multi_upload",
]

_HDFS = "fleet has its own client for HDFS since 2.0, whose methods have other names"
_CLIENT = "Use paddle.distributed.fleet.utils.HDFSClient: ls_dir, upload, download."
_SERVERS = "fleet saves and loads the parameters of its servers itself since 2.0"
_FLEET = "Use fleet.save_persistables and fleet.load_model of paddle.distributed.fleet."

HDFSClient = gone("fluid.contrib.utils.HDFSClient", why=_HDFS, do=_CLIENT)
multi_download = gone("fluid.contrib.utils.multi_download", why=_HDFS, do=_CLIENT)
multi_upload = gone("fluid.contrib.utils.multi_upload", why=_HDFS, do=_CLIENT)
convert_dist_to_sparse_program = gone("fluid.contrib.utils.convert_dist_to_sparse_program", why=_SERVERS, do=_FLEET)
load_persistables_for_increment = gone("fluid.contrib.utils.load_persistables_for_increment", why=_SERVERS, do=_FLEET)
load_persistables_for_inference = gone("fluid.contrib.utils.load_persistables_for_inference", why=_SERVERS, do=_FLEET)
