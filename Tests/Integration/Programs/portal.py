"""A desktop's portals for a test: org.freedesktop.portal.Desktop on the session bus, with the answers of a person.

It prints a line of JSON for each thing that happens, and "left" when a program that has asked for a file is gone. The first argument is what it does with a choice of a file:
  choose URI   the person chooses it          cancel   the person closes the dialog
  other        the dialog ends otherwise      error    the portal refuses the call
  early URI    the answer comes before the call is answered
  forged URI   another program answers first, with that file; then the person closes the dialog
  wait         the person does nothing
  silent       the portal does not answer the call
  none         there is no portal
The third argument is what it does with the camera, where there is one:
  grant        the person allows it           refuse   the person does not
  broken       PipeWire cannot be reached     dark     the camera gives nothing
The camera is a test source of a PipeWire of its own.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

if "MAYFLY_TEST_BUS" not in os.environ:
    # A bus of its own. The daemon must get the signal that ends it: threads of the tests block all of them.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.environ["MAYFLY_TEST_BUS"] = "own"
    config = os.path.join(os.path.dirname(__file__), "session.conf")
    os.execvp("dbus-run-session", ["dbus-run-session", "--config-file", config, "--", sys.executable, *sys.argv])

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

REQUEST = "org.freedesktop.portal.Request"
mode, uri, camera = (sys.argv[1:] + ["", ""])[:3]


def say(**event):
    print(json.dumps(event), flush=True)


class Request(dbus.service.Object):
    @dbus.service.method(REQUEST)
    def Close(self):
        say(event="closed", path=self._object_path)


def response(connection, path, to, code, uris):
    """Only to the program that has asked, as portals do."""
    message = dbus.lowlevel.SignalMessage(path, REQUEST, "Response")
    message.set_destination(to)
    results = dbus.Dictionary({"uris": dbus.Array(uris, signature="s")} if uris else {}, signature="sv")
    message.append(dbus.UInt32(code), results, signature="ua{sv}")
    connection.send_message(message)
    connection.flush()


class Desktop(dbus.service.Object):
    kept = []

    @dbus.service.method("org.freedesktop.portal.FileChooser", "ssa{sv}", "o", sender_keyword="sender",
                         connection_keyword="connection", async_callbacks=("done", "failed"))
    def OpenFile(self, parent, title, options, sender, connection, done, failed):
        path = "/org/freedesktop/portal/desktop/request/%s/%s" % (
            sender[1:].replace(".", "_"), options["handle_token"])
        self.kept.append(Request(connection, path))
        self.kept.append(connection.watch_name_owner(sender, lambda owner: owner or say(event="left")))
        say(event="asked", parent=parent, title=title, multiple=bool(options["multiple"]),
            filters=[[str(name), [[int(kind), str(text)] for kind, text in rules]] for name, rules in options["filters"]])
        if mode == "error":
            return failed(dbus.exceptions.DBusException("refused", name="org.freedesktop.portal.Error.Failed"))
        if mode == "silent":
            return
        if mode == "early":
            response(connection, path, sender, 0, [uri])
            return done(path)
        done(path)
        if mode == "forged":
            forger = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
            response(forger, path, sender, 0, [uri])
            # What came first is there when the bus has answered the forger.
            forger.get_name_owner("org.freedesktop.portal.Desktop")
        if mode in ("choose", "cancel", "other", "forged"):
            code = {"choose": 0, "cancel": 1, "other": 2, "forged": 1}[mode]
            GLib.idle_add(lambda: response(connection, path, sender, code, [uri] if mode == "choose" else []))

    @dbus.service.method("org.freedesktop.DBus.Properties", "ss", "v")
    def Get(self, interface, name):
        say(event="looked", interface=interface, name=name)
        return dbus.Boolean(bool(camera))

    @dbus.service.method("org.freedesktop.portal.Camera", "a{sv}", "o", sender_keyword="sender",
                         connection_keyword="connection")
    def AccessCamera(self, options, sender, connection):
        path = "/org/freedesktop/portal/desktop/request/%s/%s" % (
            sender[1:].replace(".", "_"), options["handle_token"])
        self.kept.append(Request(connection, path))
        say(event="access")
        GLib.idle_add(lambda: response(connection, path, sender, 1 if camera == "refuse" else 0, []))
        return dbus.ObjectPath(path)

    @dbus.service.method("org.freedesktop.portal.Camera", "a{sv}", "h")
    def OpenPipeWireRemote(self, options):
        say(event="opened")
        if camera == "broken":
            raise dbus.exceptions.DBusException("no PipeWire", name="org.freedesktop.portal.Error.Failed")
        remote = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        remote.connect(os.path.join(runtime, "pipewire-0"))
        if camera == "grant":
            GLib.timeout_add(20, link)
        return dbus.types.UnixFd(remote)


def link():
    """What a session manager does: connects the camera to the program, as soon as that is there."""
    made = subprocess.run(["pw-link", "testcamera:out_0", "mayfly-portal:in_0"], env={**os.environ, "XDG_RUNTIME_DIR": runtime},
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return made.returncode != 0


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
if mode != "none":
    name = dbus.service.BusName("org.freedesktop.portal.Desktop", bus)
    Desktop(bus, "/org/freedesktop/portal/desktop")
runtime, daemon = "", None
if camera:
    runtime = tempfile.mkdtemp(prefix="mayfly-pipewire-")
    configuration = os.path.join(os.path.dirname(__file__), "pipewire.conf")
    daemon = subprocess.Popen(["pipewire", "-c", configuration], env={**os.environ, "XDG_RUNTIME_DIR": runtime},
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # Its test source comes after its socket.
    while subprocess.run(["pw-link", "-o"], env={**os.environ, "XDG_RUNTIME_DIR": runtime}, capture_output=True,
                         text=True).stdout != "testcamera:out_0\n":
        pass
loop = GLib.MainLoop()
# It ends with the test.
GLib.io_add_watch(sys.stdin, GLib.IO_HUP, lambda *_: loop.quit())
say(event="ready", address=os.environ["DBUS_SESSION_BUS_ADDRESS"])
loop.run()
if daemon:
    daemon.kill()
    daemon.wait()
    shutil.rmtree(runtime)
