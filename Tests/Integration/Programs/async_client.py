"""Uses `AsyncHost` as an app does: two windows, a message, its picture, and a host that is killed.

Usage: async_client.py FOLDER [SOCKET PROCESS]. FOLDER has mayfly_client.py. Without a socket, a host is started; PROCESS is the host that
serves the socket. Prints what came out, a line for each.
"""
import asyncio
import os
import signal
import sys

sys.path.insert(0, sys.argv[1])
from mayfly_client import AsyncHost, HostGone, MayflyError  # noqa: E402


def messages(entries):
    return [entry for entry in entries if entry["kind"] == "message"]


async def send_ice_cream(host, alice, bob):
    """Both windows wait for the message before it is sent. Gives its picture."""
    await alice.open_extension("org.mayfly.icecream")
    for title in ("New ice cream", "Cone"):
        await alice.tap(title, by="title")
    waits = [
        asyncio.ensure_future(
            window.wait_for(lambda event: event.kind == "transcript" and bool(messages(event.data["entries"])))
        )
        for window in (alice, bob)
    ]
    draft = (await alice.look())["draft"]
    assert not any(wait.done() for wait in waits)
    await alice.send(draft["id"])
    seen = [messages(event.data["entries"])[-1] for event in await asyncio.gather(*waits)]
    assert [entry["id"] for entry in seen] == [draft["message"]["id"]] * 2, seen
    return seen[1]["layout"]["image"]


async def main():
    folder, *served = sys.argv[1:]
    options = {"socket": served[0]} if served else {"mayfly": "mayfly"}
    async with AsyncHost(**options) as host:
        alice, bob = await asyncio.gather(host.open_window("chat", "alice"), host.open_window("chat", "bob"))
        picture = await send_ice_cream(host, alice, bob)
        content = await host.read_media(picture["sha256"])
        assert picture["type"] == "jpeg" and len(content) == picture["bytes"]
        assert content.startswith(b"\xff\xd8\xff"), content[:8]
        print("picture")
        try:
            await alice.tap("no such control")
        except MayflyError as error:
            assert error.name == "notPossibleNow", error
            print("refused")
        late = asyncio.ensure_future(bob.wait_for(lambda event: False, after=(await bob.look())["last_event"]))
        # A later answer of the host comes: the wait is under way.
        await bob.look()
        os.kill(int(served[1]) if served else host._process.pid, signal.SIGKILL)
        for call in (late, alice.look()):
            try:
                await call
            except HostGone as error:
                assert served or error.status == -signal.SIGKILL, error
                print("gone")


asyncio.run(main())
