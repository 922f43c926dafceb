"""A client of the Mayfly host, for Python 3.9 or newer, without packages.

The host is a program. It reads requests (JSON-RPC 2.0, one JSON object a
line) and answers each of them once. `mayfly host --schema` prints all methods.

    with Host(home="/tmp/my-home") as host:
        host.create_device("alice")
        host.create_device("bob")
        host.create_conversation("chat", ["alice", "bob"])
        window = host.open_window("chat", "alice")
        window.type("Hello")
        window.send(window.look()["draft"]["id"])

`Host` may be used by several threads. `AsyncHost` is the same over asyncio.

There are three kinds of errors. `MayflyError` is an answer of the host: the
request was refused, and the connection goes on. `HostGone` and `ProtocolError`
end the connection: all calls that wait fail, and so do all later ones.
"""

from __future__ import annotations

import asyncio
import base64
import concurrent.futures
import itertools
import json
import os
import socket as sockets
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import TracebackType
from typing import (
    IO,
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypedDict,
    TypeVar,
    Union,
    cast,
)

PROTOCOL_VERSION = 1
# The limit before 'hello' has told the one of this host.
LINE_BYTES = 1_048_576
# How much of the host's stderr is kept for an error message.
STDERR_BYTES = 8_192
# How long a host that was told to end may take before it is killed.
CLOSE_SECONDS = 10.0
# How long the end of stderr is waited for after the connection has ended.
STDERR_SECONDS = 1.0


# ---------------------------------------------------------------------------
# Errors
# ---------------------------------------------------------------------------


class ClientError(Exception):
    """All errors of this module."""


class MayflyError(ClientError):
    """The host answered a request with an error."""

    def __init__(self, method: str, error: Mapping[str, Any]) -> None:
        data = error.get("data")
        self.method = method
        self.code = cast(int, error.get("code"))
        self.message = str(error.get("message"))
        self.data: Dict[str, Any] = data if isinstance(data, dict) else {"data": data}
        # The name is for programs; the message is for people and may change.
        self.name = cast(Optional[str], self.data.get("name"))
        super().__init__(self._text())

    def _text(self) -> str:
        more = {key: value for key, value in self.data.items() if key != "name"}
        text = f"{self.method}: {self.message} ({self.name}, code {self.code})"
        return f"{text} {json.dumps(more, ensure_ascii=False)}" if more else text


class HostGone(ClientError):
    """The host could not be started or has ended, or the client is closed."""

    def __init__(self, why: str, status: Optional[int] = None, stderr: str = "") -> None:
        self.status = status
        self.stderr = stderr
        text = why if status is None else f"{why} ({_status_text(status)})"
        super().__init__(f"{text}; its last output:\n{stderr}" if stderr else text)


class ProtocolError(ClientError):
    """The host wrote something that is not an answer of this protocol."""


class NoAnswer(ClientError):
    """The host lives, but did not answer, or nothing happened, in time."""


class MissedEvents(ClientError):
    """The host does not keep all of the events that were waited for."""

    def __init__(self, gap: "Gap") -> None:
        self.gap = gap
        super().__init__(f"the events {gap.first} to {gap.last} are not kept any more")


def _status_text(status: int) -> str:
    return f"killed by signal {-status}" if status < 0 else f"exit status {status}"


# ---------------------------------------------------------------------------
# What the host tells. Only what most clients use is typed; the answers have
# more members, which are in the dictionaries too.
# ---------------------------------------------------------------------------


class Control(TypedDict):
    number: int
    id: Optional[str]
    title: str
    kind: str  # submit, text, choice or toggle


class View(TypedDict, total=False):
    style: str  # compact or expanded
    kind: str  # none, card or stickers
    lines: List[str]
    controls: List[Control]
    inputs: Dict[str, Optional[str]]
    size: str
    stickers: List[Dict[str, Any]]


class MediaFile(TypedDict):
    name: str
    type: str
    bytes: int
    width: Optional[int]
    height: Optional[int]
    sha256: str


class Layout(TypedDict):
    image: Optional[MediaFile]
    media: Optional[MediaFile]
    image_title: Optional[str]
    image_subtitle: Optional[str]
    caption: Optional[str]
    subcaption: Optional[str]
    trailing_caption: Optional[str]
    trailing_subcaption: Optional[str]


class Entry(TypedDict, total=False):
    """A row of a transcript; 'kind' tells which of the members it has."""

    number: int
    kind: str  # message, sticker, attachment, text or summary
    id: str
    sender: str
    extension: Optional[str]
    lines: List[str]
    delivery: str  # sending, sent, failed or received
    layout: Optional[Layout]
    summary: Optional[str]
    text: str
    description: str
    name: str
    file: MediaFile


class Transcript(TypedDict):
    count: int
    entries: List[Entry]


class Draft(TypedDict):
    id: str
    message: Optional[Entry]
    media: List[Entry]
    text: str


class Look(TypedDict):
    last_event: int
    transcript: Transcript
    draft: Draft
    view: View
    extension: Optional[str]
    failure: Optional[str]


@dataclass(frozen=True)
class Event:
    """Something that happened in a window."""

    number: int
    kind: str  # 'transcript', 'draft', 'view', 'process', 'receipt', ...
    data: Dict[str, Any]  # all members, as the host sent them


@dataclass(frozen=True)
class Gap:
    """Events that were not read in time. `Window.look` has the present state."""

    first: int
    last: int


# ---------------------------------------------------------------------------
# Lines and batches: what `Host` and `AsyncHost` share
# ---------------------------------------------------------------------------


def _encode(number: int, method: str, params: Mapping[str, Any], limit: int) -> bytes:
    """A request as a line. A parameter that is None is left out."""
    given = {name: value for name, value in params.items() if value is not None}
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": given}
    line = json.dumps(request, separators=(",", ":")).encode() + b"\n"
    # The host answers a line that is too long without its id. Nobody could
    # tell which request failed, so such a line is never written.
    if len(line) > limit:
        raise ValueError(f"{method}: the request has {len(line)} bytes, {limit} are allowed")
    return line


def _decode(line: bytes) -> Tuple[int, Dict[str, Any]]:
    """The id and the whole of an answer."""
    try:
        answer = json.loads(line)
    except ValueError as error:
        raise ProtocolError(f"the host wrote a line that is not JSON: {line[:200]!r}") from error
    if not isinstance(answer, dict) or not ("result" in answer or "error" in answer):
        raise ProtocolError(f"the host wrote a line that is no answer: {line[:200]!r}")
    if not isinstance(answer.get("id"), int):
        # An error about a line that the host could not read.
        raise ProtocolError(f"the host did not understand the client: {answer.get('error')}")
    return answer["id"], answer


def _result(method: str, answer: Mapping[str, Any]) -> Any:
    if "error" in answer:
        raise MayflyError(method, answer["error"])
    return answer["result"]


def _hello(client: str) -> Dict[str, Any]:
    return {"client": client, "versions": [PROTOCOL_VERSION]}


def _line_limit(welcome: Mapping[str, Any]) -> int:
    return int(welcome["limits"].get("line_bytes", LINE_BYTES))


def _wait_limit(welcome: Mapping[str, Any]) -> float:
    return float(welcome["limits"].get("wait_ms", 10_000)) / 1000


def _command(mayfly: str, home: Optional[str], options: Sequence[str]) -> List[str]:
    command = [mayfly, "host", "--stdio", *options]
    return command if home is None else [*command, "--home", home]


def _items(batch: Mapping[str, Any]) -> List[Union[Event, Gap]]:
    """What 'events.next' answered, in order. A gap lies before the events."""
    items: List[Union[Event, Gap]] = []
    if "gap" in batch:
        items.append(Gap(batch["gap"]["from"], batch["gap"]["to"]))
    items.extend(Event(data["number"], data["event"], data) for data in batch["events"])
    return items


class _Deadline:
    """The end of a wait, and how long one pull of events may take until then."""

    def __init__(self, timeout: Optional[float]) -> None:
        self.timeout = timeout
        self._end = None if timeout is None else time.monotonic() + timeout

    def left(self, most: float) -> float:
        if self._end is None:
            return most
        return max(0.0, min(most, self._end - time.monotonic()))

    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end


R = TypeVar("R")


class _Acts(ABC, Generic[R]):
    """The acts of a person in a window, written once for both kinds of window.

    R is `int` in a `Window`, and `Awaitable[int]` in an `AsyncWindow`: the
    number of the newest event when the act and all that follows from it are
    done. Later events have higher numbers.
    """

    name: str

    @abstractmethod
    def act(self, method: str, **params: Any) -> R:
        """Calls a method of this window that answers with the number of the newest event."""

    def open_extension(self, extension: str) -> R:
        return self.act("window.openExtension", extension=extension)

    def close_extension(self) -> R:
        return self.act("window.closeExtension")

    def tap(
        self,
        control: Union[str, int],
        view: Optional[int] = None,
        by: Optional[str] = None,
    ) -> R:
        """Taps a control by number, id or title.

        `by` is 'number', 'id' or 'title': nothing else is looked for then.
        `view` is the number of the 'view' event that the person saw. With it,
        the host refuses a tap on a view that has changed since.
        """
        return self.act(
            "window.tap", control=str(control), view=view, by=by
        )

    def input(self, input: str, value: str) -> R:
        return self.act("window.input", input=input, value=value)

    def tap_bubble(self, row: int, item: Optional[str] = None) -> R:
        """Taps a row. With `item`, nothing is done where the row has moved."""
        return self.act("window.tapBubble", row=row, item=item)

    def tap_sticker(self, sticker: int, view: Optional[int] = None) -> R:
        return self.act("window.tapSticker", sticker=sticker, view=view)

    def place_sticker(
        self,
        sticker: int,
        view: int,
        row: int,
        item: Optional[str] = None,
        x: Optional[float] = None,
        y: Optional[float] = None,
        scale: Optional[float] = None,
        rotation: Optional[float] = None,
    ) -> R:
        return self.act(
            "window.placeSticker",
            sticker=sticker,
            view=view,
            row=row,
            item=item,
            x=x,
            y=y,
            scale=scale,
            rotation=rotation,
        )

    def set_style(self, style: str) -> R:
        return self.act("window.setStyle", style=style)

    def swipe(self, direction: str) -> R:
        return self.act("window.swipe", direction=direction)

    def type(self, text: str) -> R:
        return self.act("window.type", text=text)

    def replace_text(self, text: str) -> R:
        return self.act("window.replaceText", text=text)

    def attach(self, path: Union[str, "os.PathLike[str]"]) -> R:
        # The host has another working directory, so it needs the whole path.
        return self.act("window.attach", path=os.path.abspath(path))

    def remove_from_field(self, number: int, item: Optional[str] = None) -> R:
        return self.act("window.removeFromField", number=number, item=item)

    def clear_field(self) -> R:
        return self.act("window.clearField")

    def cancel_message(self) -> R:
        return self.act("window.cancelMessage")

    def send(self, draft: str) -> R:
        """Sends the draft with this id. The id is in `look()["draft"]["id"]`."""
        return self.act("window.send", draft=draft)

    def keep(self, row: int, item: Optional[str] = None) -> R:
        return self.act("window.keep", row=row, item=item)

    def settle(self) -> R:
        return self.act("window.settle")

    def close(self) -> R:
        """Closes the window. Its last events can still be read."""
        return self.act("window.close")


# ---------------------------------------------------------------------------
# With threads
# ---------------------------------------------------------------------------


class Host:
    """A connection to a host; it may be used by several threads.

    Without `socket`, a host is started, and it ends with the connection. With
    `socket`, the client connects to a host that serves there already.

    `timeout` is how long an answer to a request that was written may take in
    seconds; None is for ever.
    """

    def __init__(
        self,
        mayfly: str = "mayfly",
        home: Optional[str] = None,
        options: Sequence[str] = (),
        socket: Optional[str] = None,
        client: str = "python-example",
        timeout: Optional[float] = 60.0,
    ) -> None:
        self.timeout = timeout
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()  # of _waiting and _ended
        self._write_lock = threading.Lock()
        self._waiting: Dict[int, concurrent.futures.Future[Dict[str, Any]]] = {}
        self._ended: Optional[ClientError] = None
        self._line_limit = LINE_BYTES
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._socket: Optional[sockets.socket] = None
        self._stderr = b""
        self._threads: List[threading.Thread] = []
        if socket is None:
            self._start(_command(mayfly, home, options))
        else:
            self._connect(socket)
        try:
            self.welcome: Dict[str, Any] = self.call("hello", **_hello(client))
            self._line_limit = _line_limit(self.welcome)
            self.wait_limit = _wait_limit(self.welcome)
        except BaseException:
            self.close()
            raise

    def _start(self, command: List[str]) -> None:
        try:
            # In a session of its own, the host does not get the Ctrl-C of a
            # terminal: the client closes it in order.
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise HostGone(f"the host cannot be started: {error}") from error
        assert process.stdin and process.stdout and process.stderr
        self._process = process
        self._reader: IO[bytes] = process.stdout
        self._writer: IO[bytes] = process.stdin
        # stderr is always read: a full pipe would stop the host.
        self._stderr_thread = self._run(self._read_stderr, process.stderr)
        self._run(self._read_answers)

    def _connect(self, path: str) -> None:
        self._socket = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise HostGone(f"no host answers at '{path}': {error}") from error
        self._reader = self._socket.makefile("rb")
        self._writer = self._socket.makefile("wb")
        self._run(self._read_answers)

    def _run(self, work: Callable[..., None], *arguments: Any) -> threading.Thread:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        thread.start()
        self._threads.append(thread)
        return thread

    # Requests ---------------------------------------------------------------

    def call(self, method: str, /, **params: Any) -> Any:
        """Calls a method and waits for its result."""
        return self._call(method, params, 0.0)

    def _call(self, method: str, params: Mapping[str, Any], extra: float) -> Any:
        number, answer = self._request(method, params)
        limit = None if self.timeout is None else self.timeout + extra
        try:
            return _result(method, answer.result(limit))
        except concurrent.futures.TimeoutError:
            raise NoAnswer(f"{method}: the host did not answer in {limit} seconds") from None
        finally:
            with self._lock:
                self._waiting.pop(number, None)

    def _request(
        self, method: str, params: Mapping[str, Any]
    ) -> Tuple[int, concurrent.futures.Future[Dict[str, Any]]]:
        answer: concurrent.futures.Future[Dict[str, Any]] = concurrent.futures.Future()
        with self._lock:
            if self._ended is not None:
                raise self._ended
            number = next(self._numbers)
        line = _encode(number, method, params, self._line_limit)
        with self._lock:
            if self._ended is not None:
                raise self._ended
            self._waiting[number] = answer
        self._write(line)
        return number, answer

    def _write(self, line: bytes) -> None:
        try:
            with self._write_lock:
                self._writer.write(line)
                self._writer.flush()
        except (OSError, ValueError):
            # The host is gone or the client is closed. The reader knows more
            # about it (the exit status, stderr), and it fails the call.
            pass

    def _read_answers(self) -> None:
        try:
            for line in self._reader:
                number, answer = _decode(line)
                with self._lock:
                    waiting = self._waiting.pop(number, None)
                # A late answer of a call that was given up has nobody.
                if waiting is not None:
                    waiting.set_result(answer)
        except ProtocolError as error:
            self._end(error)
            self._kill()
        except OSError:
            pass  # the other side has ended
        self._end(self._gone())
        self._reader.close()

    def _read_stderr(self, stream: IO[bytes]) -> None:
        with stream:
            # A line may have any length, so it is read in pieces.
            for part in iter(lambda: stream.readline(STDERR_BYTES), b""):
                self._stderr = (self._stderr + part)[-STDERR_BYTES:]

    def _gone(self) -> HostGone:
        if self._process is None:
            return HostGone("the host has closed the connection")
        self._stderr_thread.join(STDERR_SECONDS)
        text = self._stderr.decode(errors="replace").strip()
        try:
            status: Optional[int] = self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            status = None
        return HostGone("the host has ended", status, text)

    def _end(self, error: ClientError) -> None:
        """Fails all calls that wait, and all later ones. The first error stays."""
        with self._lock:
            self._ended = self._ended or error
            waiting = list(self._waiting.values())
            self._waiting.clear()
        for answer in waiting:
            answer.set_exception(self._ended)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    # The end ----------------------------------------------------------------

    def close(self) -> None:
        """Ends the connection, and the host if this client has started it."""
        self._end(HostGone("the client has closed the connection"))
        if self._socket is not None:
            self._close_socket(self._socket)
        if self._process is not None:
            self._close_process(self._process)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(STDERR_SECONDS)

    def _close_socket(self, socket: sockets.socket) -> None:
        try:
            # This wakes the reader, which a close alone would not do.
            socket.shutdown(sockets.SHUT_RDWR)
            self._writer.close()
        except OSError:
            pass
        socket.close()

    def _close_process(self, process: "subprocess.Popen[bytes]") -> None:
        # A host that does not read any more would keep a writer for ever.
        if not self._write_lock.acquire(timeout=CLOSE_SECONDS):
            process.kill()
            self._write_lock.acquire()
        try:
            # The end of its input tells the host to close all and to exit.
            self._writer.close()
        except OSError:
            pass
        finally:
            self._write_lock.release()
        try:
            process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self) -> "Host":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    # Methods that most clients use ------------------------------------------

    def create_device(self, name: str, profile: Optional[str] = None) -> None:
        self.call("devices.create", name=name, profile=profile)

    def create_conversation(self, name: str, devices: Sequence[str]) -> None:
        self.call("conversations.create", name=name, devices=list(devices))

    def extensions(self) -> List[Dict[str, Any]]:
        found: List[Dict[str, Any]] = []
        while True:
            answer = self.call("extensions.list", skip=len(found))
            found += answer["extensions"]
            if not answer["extensions"] or len(found) >= answer.get("count", 0):
                return found

    def open_window(self, conversation: str, device: Optional[str] = None) -> "Window":
        answer = self.call("window.open", conversation=conversation, device=device)
        return Window(self, answer["window"], answer["device"])

    def read_media(self, sha256: str) -> bytes:
        """The whole content of a file that a layout or an item names."""
        content = b""
        while True:
            piece = self.call("media.read", sha256=sha256, offset=len(content))
            part = base64.b64decode(piece["base64"])
            content += part
            if not part or len(content) >= piece["size"]:
                return content


class Window(_Acts[int]):
    """A window on a conversation, as one of its devices."""

    def __init__(self, host: Host, name: str, device: str) -> None:
        self.host = host
        self.name = name
        self.device = device

    def act(self, method: str, **params: Any) -> int:
        return int(self.host.call(method, window=self.name, **params)["last_event"])

    def look(self) -> Look:
        """What the window shows now."""
        return cast(Look, self.host.call("window.look", window=self.name))

    def transcript(self, before: Optional[str] = None) -> Transcript:
        """The end of the transcript, or the rows above the row with this id."""
        page = self.host.call("transcript.page", window=self.name, before=before)
        return cast(Transcript, page)

    def pull(
        self, after: int, wait: float = 0.0, most: Optional[int] = None
    ) -> Dict[str, Any]:
        """One batch of events, as the host answers it."""
        params = {"window": self.name, "after": after, "max": most, "waitMs": int(wait * 1000)}
        return cast(Dict[str, Any], self.host._call("events.next", params, wait))

    def events(self, after: int = 0) -> Iterator[Union[Event, Gap]]:
        """All events after a number, for ever; it ends when the window is closed.

        Each iterator has a position of its own, so there may be several.
        """
        while True:
            batch = self.pull(after, self.host.wait_limit)
            yield from _items(batch)
            if batch.get("end"):
                return
            after = batch["next"]

    def wait_for(
        self, predicate: Callable[[Event], bool], timeout: Optional[float] = 30.0, after: int = 0
    ) -> Event:
        """The first event after a number that the predicate accepts.

        It looks at old events too: give as `after` the number that an act has
        returned to look only at what came later.
        """
        deadline = _Deadline(timeout)
        while True:
            batch = self.pull(after, deadline.left(self.host.wait_limit))
            found = _find(_items(batch), predicate)
            if found is not None:
                return found
            _check_wait(batch, deadline, self.name)
            after = batch["next"]

    def wait_until(
        self, predicate: Callable[[Look], bool], timeout: Optional[float] = 30.0
    ) -> Look:
        """What the window shows, as soon as the predicate accepts it.

        It looks again after each event, so a gap does no harm.
        """
        deadline = _Deadline(timeout)
        while True:
            look = self.look()
            if predicate(look):
                return look
            batch = self.pull(look["last_event"], deadline.left(self.host.wait_limit), 1)
            _check_wait(batch, deadline, self.name)


def _find(items: List[Union[Event, Gap]], predicate: Callable[[Event], bool]) -> Optional[Event]:
    for item in items:
        if isinstance(item, Gap):
            raise MissedEvents(item)
        if predicate(item):
            return item
    return None


def _check_wait(batch: Mapping[str, Any], deadline: _Deadline, window: str) -> None:
    if batch.get("end"):
        raise NoAnswer(f"the window '{window}' was closed before the event came")
    if not batch["events"] and deadline.is_over():
        raise NoAnswer(f"the event did not come in {deadline.timeout} seconds")


# ---------------------------------------------------------------------------
# With asyncio
# ---------------------------------------------------------------------------


class AsyncHost:
    """The same as `Host` for asyncio: `async with AsyncHost(home=...) as host`."""

    def __init__(
        self,
        mayfly: str = "mayfly",
        home: Optional[str] = None,
        options: Sequence[str] = (),
        socket: Optional[str] = None,
        client: str = "python-example",
        timeout: Optional[float] = 60.0,
    ) -> None:
        self.timeout = timeout
        self.welcome: Dict[str, Any] = {}
        self.wait_limit = 0.0
        self._command = _command(mayfly, home, options)
        self._path = socket
        self._client = client
        self._numbers = itertools.count(1)
        self._waiting: Dict[int, asyncio.Future[Dict[str, Any]]] = {}
        self._ended: Optional[ClientError] = None
        self._line_limit = LINE_BYTES
        self._process: Optional[asyncio.subprocess.Process] = None
        self._stderr = b""
        self._tasks: List[asyncio.Task[None]] = []

    async def __aenter__(self) -> "AsyncHost":
        if self._path is None:
            await self._start()
        else:
            await self._connect(self._path)
        try:
            self.welcome = await self.call("hello", **_hello(self._client))
            self._line_limit = _line_limit(self.welcome)
            self.wait_limit = _wait_limit(self.welcome)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def _start(self) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
                limit=2 * LINE_BYTES,  # of a line that asyncio reads
            )
        except OSError as error:
            raise HostGone(f"the host cannot be started: {error}") from error
        assert process.stdin and process.stdout and process.stderr
        self._process = process
        self._reader, self._writer = process.stdout, process.stdin
        self._stderr_task = asyncio.ensure_future(self._read_stderr(process.stderr))
        self._tasks = [self._stderr_task, asyncio.ensure_future(self._read_answers())]

    async def _connect(self, path: str) -> None:
        try:
            opened = await asyncio.open_unix_connection(path, limit=2 * LINE_BYTES)
        except OSError as error:
            raise HostGone(f"no host answers at '{path}': {error}") from error
        self._reader, self._writer = opened
        self._tasks = [asyncio.ensure_future(self._read_answers())]

    async def call(self, method: str, /, **params: Any) -> Any:
        return await self._call(method, params, 0.0)

    async def _call(self, method: str, params: Mapping[str, Any], extra: float) -> Any:
        if self._ended is not None:
            raise self._ended
        number = next(self._numbers)
        line = _encode(number, method, params, self._line_limit)
        answer: asyncio.Future[Dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        limit = None if self.timeout is None else self.timeout + extra
        try:
            # One 'write' for the whole line, so that tasks do not mix lines. No
            # 'drain': each caller waits for its answer before it writes more.
            self._writer.write(line)
            return _result(method, await asyncio.wait_for(answer, limit))
        except asyncio.TimeoutError:
            raise NoAnswer(f"{method}: the host did not answer in {limit} seconds") from None
        finally:
            self._waiting.pop(number, None)

    async def _read_answers(self) -> None:
        try:
            async for line in self._reader:
                number, answer = _decode(line)
                waiting = self._waiting.pop(number, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
        except ProtocolError as error:
            self._end(error)
            self._kill()
        except ValueError as error:
            self._end(ProtocolError(f"the host wrote a line that is too long: {error}"))
            self._kill()
        except OSError:
            pass  # the other side has ended
        self._end(await self._gone())

    async def _read_stderr(self, stream: asyncio.StreamReader) -> None:
        while True:
            part = await stream.read(STDERR_BYTES)
            if not part:
                return
            self._stderr = (self._stderr + part)[-STDERR_BYTES:]

    async def _gone(self) -> HostGone:
        if self._process is None:
            return HostGone("the host has closed the connection")
        await asyncio.wait([self._stderr_task], timeout=STDERR_SECONDS)
        text = self._stderr.decode(errors="replace").strip()
        try:
            status: Optional[int] = await asyncio.wait_for(self._process.wait(), CLOSE_SECONDS)
        except asyncio.TimeoutError:
            status = None
        return HostGone("the host has ended", status, text)

    def _end(self, error: ClientError) -> None:
        self._ended = self._ended or error
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._ended)

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def close(self) -> None:
        self._end(HostGone("the client has closed the connection"))
        self._writer.close()
        if self._process is not None:
            try:
                await asyncio.wait_for(self._process.wait(), CLOSE_SECONDS)
            except asyncio.TimeoutError:
                self._kill()
                await self._process.wait()
        await asyncio.wait(self._tasks, timeout=STDERR_SECONDS)
        for task in self._tasks:
            task.cancel()

    async def create_device(self, name: str, profile: Optional[str] = None) -> None:
        await self.call("devices.create", name=name, profile=profile)

    async def create_conversation(self, name: str, devices: Sequence[str]) -> None:
        await self.call("conversations.create", name=name, devices=list(devices))

    async def extensions(self) -> List[Dict[str, Any]]:
        found: List[Dict[str, Any]] = []
        while True:
            answer = await self.call("extensions.list", skip=len(found))
            found += answer["extensions"]
            if not answer["extensions"] or len(found) >= answer.get("count", 0):
                return found

    async def open_window(
        self, conversation: str, device: Optional[str] = None
    ) -> "AsyncWindow":
        answer = await self.call("window.open", conversation=conversation, device=device)
        return AsyncWindow(self, answer["window"], answer["device"])

    async def read_media(self, sha256: str) -> bytes:
        content = b""
        while True:
            piece = await self.call("media.read", sha256=sha256, offset=len(content))
            part = base64.b64decode(piece["base64"])
            content += part
            if not part or len(content) >= piece["size"]:
                return content


class AsyncWindow(_Acts[Awaitable[int]]):
    """The same as `Window` for asyncio: `await window.tap("plus")`."""

    def __init__(self, host: AsyncHost, name: str, device: str) -> None:
        self.host = host
        self.name = name
        self.device = device

    async def act(self, method: str, **params: Any) -> int:
        return int((await self.host.call(method, window=self.name, **params))["last_event"])

    async def look(self) -> Look:
        return cast(Look, await self.host.call("window.look", window=self.name))

    async def transcript(self, before: Optional[str] = None) -> Transcript:
        page = await self.host.call("transcript.page", window=self.name, before=before)
        return cast(Transcript, page)

    async def pull(
        self, after: int, wait: float = 0.0, most: Optional[int] = None
    ) -> Dict[str, Any]:
        params = {"window": self.name, "after": after, "max": most, "waitMs": int(wait * 1000)}
        return cast(Dict[str, Any], await self.host._call("events.next", params, wait))

    async def events(self, after: int = 0) -> AsyncIterator[Union[Event, Gap]]:
        while True:
            batch = await self.pull(after, self.host.wait_limit)
            for item in _items(batch):
                yield item
            if batch.get("end"):
                return
            after = batch["next"]

    async def wait_for(
        self, predicate: Callable[[Event], bool], timeout: Optional[float] = 30.0, after: int = 0
    ) -> Event:
        deadline = _Deadline(timeout)
        while True:
            batch = await self.pull(after, deadline.left(self.host.wait_limit))
            found = _find(_items(batch), predicate)
            if found is not None:
                return found
            _check_wait(batch, deadline, self.name)
            after = batch["next"]

    async def wait_until(
        self, predicate: Callable[[Look], bool], timeout: Optional[float] = 30.0
    ) -> Look:
        deadline = _Deadline(timeout)
        while True:
            look = await self.look()
            if predicate(look):
                return look
            batch = await self.pull(look["last_event"], deadline.left(self.host.wait_limit), 1)
            _check_wait(batch, deadline, self.name)
