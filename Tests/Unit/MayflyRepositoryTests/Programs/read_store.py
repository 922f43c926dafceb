"""Reads a store with the client of python-tuf, downloads these targets, and prints their lengths.

The arguments are the folder of the store, the time at which it is read, and the targets. The cache is in the folder "cache"
beside the store, so that a second run is an update.
"""
import json
import os
import sys
from datetime import datetime

from tuf.api.exceptions import DownloadHTTPError
from tuf.ngclient import FetcherInterface, Updater

folder, now, wanted = sys.argv[1], sys.argv[2], sys.argv[3:]


class Folder(FetcherInterface):
    def _fetch(self, url):
        try:
            with open(folder + "/" + url.removeprefix("http://store/"), "rb") as file:
                return iter([file.read()])
        except FileNotFoundError:
            raise DownloadHTTPError(url, 404)


cache = os.path.dirname(folder) + "/cache"
os.makedirs(cache, exist_ok=True)
with open(folder + "/metadata/1.root.json", "rb") as file:
    first = file.read()
updater = Updater(
    cache, "http://store/metadata/", cache, "http://store/targets/", Folder(), bootstrap=None if os.path.exists(cache + "/root.json") else first
)
updater._trusted_set.reference_time = datetime.fromisoformat(now)
try:
    updater.refresh()
    for path in wanted:
        info = updater.get_targetinfo(path)
        if info is None:
            print(path, "is not there")
            continue
        data = open(updater.download_target(info, cache + "/target"), "rb").read()
        print(path, len(data), json.dumps(info.custom and info.custom["name"]))
except Exception as error:
    print(type(error).__name__, error, error.__cause__ or "")
