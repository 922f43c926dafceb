"""Reads the events of a window after more of them than the host keeps.

Usage: gap.py FOLDER. FOLDER has mayfly_client.py. Prints the gap.
"""
import sys

sys.path.insert(0, sys.argv[1])
from mayfly_client import Gap, Host, MissedEvents  # noqa: E402

with Host() as host:
    window = host.open_window("chat", "alice")
    for number in range(270):
        window.replace_text(str(number) + " " * 16_000)
    last = window.close()
    gap, *events = window.events()
    assert isinstance(gap, Gap) and gap.first == 1 and gap.last > 1, gap
    assert [event.number for event in events] == list(range(gap.last + 1, last + 1))
    assert [event.data["text"].rstrip() for event in events[-2:]] == ["268", "269"]
    try:
        window.wait_for(lambda event: False)
    except MissedEvents as error:
        assert error.gap == gap
        print("gap")
