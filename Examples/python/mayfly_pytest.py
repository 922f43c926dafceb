"""Fixtures of pytest for tests of extensions, over the host protocol.

A test gets a home folder and a conversation of its own, and people who use the
extension as they would at a terminal:

    def test_two_people_count(mayfly_conversation):
        alice, bob = mayfly_conversation.people
        alice.open("org.mayfly.tally")
        alice.tap("plus")
        alice.tap("stage")
        alice.send()
        bob.wait_for_row("Tally: 1")

Put this file and `mayfly_client.py` on the path of Python, and run

    pytest -p mayfly_pytest --mayfly PATH/TO/mayfly --mayfly-bundle My.mayfly

Bundles are installed in the home folder of each test. At the end of a test its
windows are closed, its host has ended with all of its processes, and its home
folder is removed, also where the test has failed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterator, List

import pytest

from mayfly_client import Entry, Host, Look, NoAnswer, Window

CONVERSATION = "chat"
PEOPLE = ("alice", "bob")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mayfly", "tests of Mayfly extensions")
    group.addoption(
        "--mayfly",
        metavar="PROGRAM",
        default=os.environ.get("MAYFLY", "mayfly"),
        help="the command 'mayfly' (default: that of MAYFLY, or the one on PATH)",
    )
    group.addoption(
        "--mayfly-bundle",
        metavar="BUNDLE",
        action="append",
        default=[],
        help="a bundle that is installed for each test; may be given several times",
    )


@dataclass
class Home:
    """A home folder with a host that serves it."""

    path: str
    mayfly: str
    host: Host

    def install(self, bundle: str) -> str:
        """Installs a bundle and gives the id of its extension."""
        known = {extension["id"] for extension in self.host.extensions()}
        self.host.call("extensions.install", path=os.path.abspath(bundle))
        found = [extension["id"] for extension in self.host.extensions()]
        new = [identifier for identifier in found if identifier not in known]
        return new[0] if new else found[0]

    def run(self, *arguments: str, script: str = "") -> str:
        """Runs the command in this home folder; an exit status other than 0 is an error."""
        command = [self.mayfly, *arguments, "--home", self.path]
        done = subprocess.run(command, input=script, text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{command} ended with status {done.returncode}: {done.stderr}")
        return done.stdout

    def receipts(self) -> List[Dict[str, Any]]:
        """How the extensions ended, the oldest first."""
        return list(self.host.call("receipts.list")["receipts"])


class Person:
    """What one person sees and does, in a window on the conversation."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.name = window.device

    # What the person does -----------------------------------------------

    def open(self, extension: str) -> None:
        """Opens an extension from the drawer, by its id."""
        self.window.open_extension(extension)

    def tap(self, control: str) -> None:
        """Taps a control of the view by its id or its title."""
        self.window.tap(control)

    def input(self, name: str, value: str) -> None:
        """Writes into an input of the view."""
        self.window.input(name, value)

    def tap_row(self, number: int) -> None:
        """Taps a bubble of the transcript by its number."""
        self.window.tap_bubble(number)

    def type(self, text: str) -> None:
        """Types into the input field."""
        self.window.type(text)

    def send(self) -> None:
        """Sends what is in the input field."""
        self.window.settle()
        self.window.send(self.window.look()["draft"]["id"])

    def leave(self) -> None:
        """Closes the window. What was open in it ends."""
        self.window.close()

    # What the person sees -----------------------------------------------

    @property
    def view(self) -> str:
        """The view of the open extension as text; empty where none is open."""
        return _view(self.window.look())

    @property
    def field(self) -> str:
        """The message in the input field, and what is typed."""
        return _field(self.window.look())

    @property
    def rows(self) -> List[str]:
        """The rows of the transcript as text, the oldest first."""
        return _rows(self.window.look())

    def wait_for_view(self, text: str, timeout: float = 30.0) -> None:
        """Waits until the text stands in the view."""
        self._wait(lambda look: text in _view(look), f"the view has '{text}'", _view, timeout)

    def wait_for_row(self, text: str, timeout: float = 30.0) -> None:
        """Waits until the text stands in the last row of the transcript."""
        self._wait(lambda look: text in "".join(_rows(look)[-1:]), f"the last row has '{text}'", _rows, timeout)

    def wait_for_field(self, text: str, timeout: float = 30.0) -> None:
        """Waits until the text stands in the input field."""
        self._wait(lambda look: text in _field(look), f"the field has '{text}'", _field, timeout)

    def _wait(
        self, predicate: Callable[[Look], bool], what: str, shown: Callable[[Look], Any], timeout: float
    ) -> None:
        """Waits; where it was in vain, the error says what is there instead."""
        try:
            self.window.wait_until(predicate, timeout)
        except NoAnswer:
            there = shown(self.window.look())
            raise AssertionError(f"{self.name}: after {timeout} s not: {what}; there is {there!r}") from None


@dataclass
class Conversation:
    """A conversation of alice and bob."""

    home: Home
    name: str
    people: List[Person] = field(default_factory=list)

    def person(self, name: str) -> Person:
        """The person of that name."""
        for person in self.people:
            if person.name == name:
                return person
        raise LookupError(f"nobody of this conversation is called '{name}': {[one.name for one in self.people]}")


def _view(look: Look) -> str:
    return "\n".join(look["view"].get("lines", []))


def _field(look: Look) -> str:
    message = look["draft"]["message"]
    lines = list(message.get("lines", [])) if message else []
    return "\n".join(lines + ([look["draft"]["text"]] if look["draft"]["text"] else []))


def _rows(look: Look) -> List[str]:
    return [_row(entry) for entry in look["transcript"]["entries"]]


def _row(entry: Entry) -> str:
    if entry["kind"] == "summary":
        return str(entry.get("text"))
    return f"{entry['sender']}: " + "\n".join(entry.get("lines", []))


@pytest.fixture
def mayfly_home(request: pytest.FixtureRequest) -> Iterator[Home]:
    """A home folder of this test, with the bundles of `--mayfly-bundle` and a host."""
    mayfly = request.config.getoption("--mayfly")
    path = tempfile.mkdtemp(prefix="mayfly-pytest-")
    try:
        with Host(mayfly=mayfly, home=path, client="mayfly-pytest") as host:
            home = Home(path, mayfly, host)
            for bundle in request.config.getoption("--mayfly-bundle"):
                home.install(bundle)
            yield home
    finally:
        shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def mayfly_conversation(mayfly_home: Home) -> Iterator[Conversation]:
    """A conversation of alice and bob in the home folder of this test, with a window for each."""
    for name in PEOPLE:
        mayfly_home.host.create_device(name)
    mayfly_home.host.create_conversation(CONVERSATION, PEOPLE)
    people = [Person(mayfly_home.host.open_window(CONVERSATION, name)) for name in PEOPLE]
    yield Conversation(mayfly_home, CONVERSATION, people)
