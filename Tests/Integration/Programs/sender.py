"""Sends one text after the other until it is killed.

Usage: sender.py FOLDER HOME NAME. FOLDER has mayfly_client.py. Prints the process of its host, and each text whose sending was answered.
"""
import itertools
import sys

sys.path.insert(0, sys.argv[1])
from mayfly_client import Host  # noqa: E402

with Host(home=sys.argv[2]) as host:
    window = host.open_window("chat", "alice")
    window.open_extension("org.mayfly.tally")
    print(host._process.pid, flush=True)
    for number in itertools.count():
        text = f"{sys.argv[3]}.{number}"
        window.replace_text(text)
        window.send(window.look()["draft"]["id"])
        print(text, flush=True)
