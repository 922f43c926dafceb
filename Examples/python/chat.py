#!/usr/bin/env python3
"""A small chat of two windows, alice's and bob's, on one conversation.

Without options it plays a story: alice begins an ice cream in a message, bob
adds to it, and alice sees the answer. It exits with 0 if each step comes out.
With --interactive, a person writes for both; type /help there.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from typing import Callable, Dict, FrozenSet, List, Optional, Tuple

from mayfly_client import (
    ClientError,
    Control,
    Draft,
    Entry,
    Event,
    Gap,
    Host,
    Layout,
    Look,
    MayflyError,
    Window,
)

ICE_CREAM = "org.mayfly.icecream"
CONVERSATION = "chat"


class StoryError(Exception):
    """A step of the story did not come out."""


# ---------------------------------------------------------------------------
# Drawing
# ---------------------------------------------------------------------------


def layout_lines(layout: Layout) -> List[str]:
    """A bubble as text, from top to bottom, as the protocol describes it."""
    lines: List[str] = []
    # Where both are there, the picture is shown instead of the media.
    picture = layout["image"] or layout["media"]
    if picture is not None:
        lines.append(f"(picture: {picture['type']}, {picture['width']} x {picture['height']})")
        # A title is drawn over the picture; a subtitle needs a title.
        if layout["image_title"]:
            titles = [layout["image_title"], layout["image_subtitle"]]
            lines.extend(title for title in titles if title)
    lines.extend(row(layout["caption"], layout["trailing_caption"]))
    if layout["caption"]:
        lines.extend(row(layout["subcaption"], layout["trailing_subcaption"]))
    return lines


def row(left: Optional[str], right: Optional[str]) -> List[str]:
    text = "  |  ".join(part for part in (left, right) if part)
    return [text] if text else []


def entry_lines(entry: Entry) -> List[str]:
    """A row of a transcript, or a message in an input field, as text."""
    layout = entry.get("layout")
    if entry["kind"] == "message" and layout is not None:
        return layout_lines(layout)
    if entry["kind"] == "summary":
        return [f"~ {entry['text']}"]
    return entry["lines"]


def print_transcript(window: Window) -> None:
    print(f"  transcript of {window.device}:")
    for entry in window.look()["transcript"]["entries"]:
        lines = entry_lines(entry)
        print(f"  {entry['number']:>3}  {entry['sender'] + ':':8} {lines[0] if lines else ''}")
        for line in lines[1:]:
            print(f"{'':16}{line}")


def print_view(look: Look) -> None:
    for line in look["view"].get("lines", []):
        print(f"      | {line}")


def print_draft(draft: Draft) -> None:
    for item in [draft["message"], *draft["media"]]:
        if item is not None:
            print("      in the field: " + " / ".join(entry_lines(item)))
    if draft["text"]:
        print(f"      in the field: {draft['text']}")


# ---------------------------------------------------------------------------
# The story
# ---------------------------------------------------------------------------


def say(line: str) -> None:
    print(f"- {line}", flush=True)


def check(holds: bool, what: str) -> None:
    if not holds:
        raise StoryError(what)


def tap_title(window: Window, title: str) -> None:
    """Taps the control that a person reads as `title`."""
    controls: List[Control] = window.look()["view"].get("controls", [])
    found = [control for control in controls if control["title"] == title]
    titles = ", ".join(control["title"] for control in controls) or "none"
    check(len(found) == 1, f"{window.device} looked for '{title}' and saw: {titles}")
    say(f"{window.device} taps '{title}'")
    window.tap(found[0]["number"])


def send_draft(window: Window) -> str:
    """Sends what the extension has put into the input field; gives its id."""
    draft = window.look()["draft"]
    check(draft["message"] is not None, f"no message waits in the field of {window.device}")
    print_draft(draft)
    say(f"{window.device} sends it")
    window.send(draft["id"])
    return draft["id"]


def wait_for_message(window: Window, sender: str, after: int) -> Entry:
    """Waits until a message of the sender stands in the window."""

    def message(entries: List[Entry]) -> Optional[Entry]:
        found = [e for e in entries if e["kind"] == "message" and e["sender"] == sender]
        return found[-1] if found else None

    def has_message(event: Event) -> bool:
        return event.kind == "transcript" and message(event.data["entries"]) is not None

    event = window.wait_for(has_message, after=after)
    found = message(event.data["entries"])
    assert found is not None
    say(f"{window.device} sees a message of {sender}: {' / '.join(entry_lines(found))}")
    return found


def play_story(alice: Window, bob: Window) -> None:
    say("alice opens the ice cream extension")
    alice.open_extension(ICE_CREAM)
    print_view(alice.look())
    tap_title(alice, "New ice cream")
    print_view(alice.look())
    # With this tap, the extension puts the message into the field and closes.
    tap_title(alice, "Cone")
    send_draft(alice)

    bubble = wait_for_message(bob, "alice", after=0)
    say("bob taps the bubble")
    bob.tap_bubble(bubble["number"], bubble["id"])
    print_view(bob.look())
    tap_title(bob, "Vanilla")
    seen_by_alice = alice.look()["last_event"]
    send_draft(bob)

    wait_for_message(alice, "bob", after=seen_by_alice)
    check_transcripts(alice, bob)


def check_transcripts(alice: Window, bob: Window) -> None:
    """Both see the same: a line for alice's old message, and bob's new one."""
    for window in (alice, bob):
        print_transcript(window)
        entries = window.look()["transcript"]["entries"]
        kinds = [(entry["kind"], entry["sender"]) for entry in entries]
        wanted = [("summary", "alice"), ("message", "bob")]
        check(kinds == wanted, f"the transcript of {window.device} has {kinds}, not {wanted}")
        layout = entries[-1].get("layout")
        check(layout is not None and bool(layout["caption"]), "bob's message has no caption")


# ---------------------------------------------------------------------------
# A person writes
# ---------------------------------------------------------------------------

HELP = """\
  TEXT          type into the input field
  /open NAME    open an extension by id or name
  /tap N        tap a control or a sticker of the extension by its number
  /bubble N     tap row N of the transcript
  /send         send what is in the input field
  /look         show the transcript, the extension and the input field
  /as NAME      write as alice or as bob; /as alone changes to the other one
  /list         list the extensions
  /quit         end"""


def whole(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"'{text}' is not a number")
    return int(text)


class Chat:
    """Reads lines of a person. One of the two windows is the current one."""

    def __init__(self, host: Host, windows: List[Window]) -> None:
        self.host = host
        self.windows = windows
        self.current = windows[0]
        self.commands: Dict[str, Callable[[str], None]] = {
            "/open": self.open,
            "/tap": self.tap,
            "/bubble": self.bubble,
            "/send": self.send,
            "/look": self.look,
            "/as": self.change,
            "/list": self.list,
            "/help": lambda _: print(HELP),
        }

    def run(self) -> None:
        print(HELP)
        # The rows that are there now are not news.
        rows = self.current.look()["transcript"]["entries"]
        known = frozenset(entry["id"] for entry in rows)
        watchers = [threading.Thread(target=self.watch, args=(w, known)) for w in self.windows]
        for watcher in watchers:
            watcher.start()
        try:
            while self.read_line():
                pass
        finally:
            # The events of a closed window come to an end, and so do the threads.
            for window in self.windows:
                window.close()
            for watcher in watchers:
                watcher.join()

    def read_line(self) -> bool:
        print(f"{self.current.device}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() == "/quit":
            return False
        try:
            self.obey(line.rstrip("\n"))
        except (MayflyError, ValueError) as error:
            # The host refused it, or a number was no number: the chat goes on.
            print(f"  {error}")
        return True

    def obey(self, line: str) -> None:
        if not line.startswith("/"):
            if line:
                self.current.type(line)
                print_draft(self.current.look()["draft"])
            return
        name, _, argument = line.partition(" ")
        command = self.commands.get(name)
        if command is None:
            raise ValueError(f"there is no command '{name}'; /help lists them")
        command(argument.strip())

    def watch(self, window: Window, old: FrozenSet[str]) -> None:
        """Prints each message that another person sends. Runs in a thread."""
        known = set(old)
        try:
            for event in window.events():
                if isinstance(event, Gap):
                    entries = window.look()["transcript"]["entries"]
                elif event.kind == "transcript":
                    entries = event.data["entries"]
                else:
                    continue
                for entry in entries:
                    if entry["id"] not in known and entry["sender"] != window.device:
                        text = " / ".join(entry_lines(entry))
                        print(f"\n  {window.device} gets row {entry['number']}: {text}", flush=True)
                    known.add(entry["id"])
        except ClientError as error:
            print(f"\n  the events of {window.device} have ended: {error}", file=sys.stderr)

    def open(self, name: str) -> None:
        ids = {e["name"].lower(): e["id"] for e in self.host.extensions() if e["state"] == "ready"}
        self.current.open_extension(ids.get(name.lower(), name))
        self.show()

    def tap(self, number: str) -> None:
        if self.current.look()["view"]["kind"] == "stickers":
            self.current.tap_sticker(whole(number))
        else:
            self.current.tap(whole(number))
        self.show()

    def bubble(self, number: str) -> None:
        self.current.tap_bubble(whole(number))
        self.show()

    def send(self, _: str) -> None:
        self.current.send(self.current.look()["draft"]["id"])
        self.look("")

    def look(self, _: str) -> None:
        print_transcript(self.current)
        self.show()

    def show(self) -> None:
        look = self.current.look()
        if look["failure"]:
            print(f"      {look['failure']}")
        print_view(look)
        print_draft(look["draft"])

    def change(self, name: str) -> None:
        others = [w for w in self.windows if w is not self.current]
        found = [w for w in self.windows if w.device == name] if name else others
        if not found:
            raise ValueError(f"there is no '{name}' here")
        self.current = found[0]

    def list(self, _: str) -> None:
        for extension in self.host.extensions():
            if extension["state"] == "ready":
                print(f"  {extension['id']}  ({extension['name']})")


# ---------------------------------------------------------------------------
# The program
# ---------------------------------------------------------------------------


def open_windows(host: Host) -> Tuple[Window, Window]:
    """The two windows. The devices and the conversation are made at the first time."""
    makers: List[Callable[[], None]] = [
        lambda: host.create_device("alice"),
        lambda: host.create_device("bob"),
        lambda: host.create_conversation(CONVERSATION, ["alice", "bob"]),
    ]
    for make in makers:
        try:
            make()
        except MayflyError as error:
            if error.name != "alreadyExists":
                raise
    return host.open_window(CONVERSATION, "alice"), host.open_window(CONVERSATION, "bob")


def run(mayfly: str, home: str, interactive: bool) -> None:
    with Host(mayfly, home) as host:
        alice, bob = open_windows(host)
        if interactive:
            Chat(host, [alice, bob]).run()
            return
        count = alice.look()["transcript"]["count"]
        check(count == 0, f"the story needs an empty conversation; this one has {count} rows")
        play_story(alice, bob)
        alice.close()
        bob.close()
    say("the story came out")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mayfly", default="mayfly", help="the program of the host")
    parser.add_argument("--home", help="the folder of its state (default: a temporary one)")
    parser.add_argument("--interactive", action="store_true", help="a person writes")
    options = parser.parse_args()
    try:
        if options.home is not None:
            run(options.mayfly, options.home, options.interactive)
        else:
            with tempfile.TemporaryDirectory() as home:
                run(options.mayfly, home, options.interactive)
    except (ClientError, StoryError) as error:
        print(f"chat: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
