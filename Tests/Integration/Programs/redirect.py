"""Serves on a public address of loopback, in a network of its own, and has mayfly-fetch follow a redirect to 127.0.0.1.

The argument is the path of mayfly-fetch.
"""
import fcntl
import http.server
import json
import os
import socket
import struct
import subprocess
import sys
import threading

PUBLIC = "93.184.215.14"


def network():
    control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for name, address in [(b"lo", "127.0.0.1"), (b"lo:1", PUBLIC)]:
        own = struct.pack("16sH2s4s8s", name, socket.AF_INET, b"", socket.inet_aton(address), b"")
        fcntl.ioctl(control, 0x8916, own)  # SIOCSIFADDR
        fcntl.ioctl(control, 0x8914, struct.pack("16sH14s", name, 0x41, b""))  # SIOCSIFFLAGS: up and running


asked = []


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self):
        asked.append(self.path)
        self.send_response(302 if self.path == "/redirected" else 200)
        if self.path == "/redirected":
            self.send_header("Location", "http://127.0.0.1:%d/secret" % server.server_port)
        self.send_header("Content-Length", "0")
        self.end_headers()


network()
server = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
own, other = socket.socketpair()
fetch = subprocess.Popen([sys.argv[1], str(os.getpid())], stdin=other, stdout=other)
# So that the end of the program is the end of what is read.
other.close()
stream = own.makefile("rwb")


def frame():
    head = stream.read(5)
    return head[:1], json.loads(stream.read(int.from_bytes(head[1:], "little")))


for name in ["direct", "redirected"]:
    url = "http://%s:%d/%s" % (PUBLIC, server.server_port, name)
    request = {"url": url, "limit": 100, "seconds": 5, "public": True, "patience": 5, "method": "GET", "headers": [], "body": 0, "follow": True}
    stream.write(json.dumps(request).encode() + b"\n")
    stream.flush()
    kind, value = frame()
    if kind == b"H":
        print(name + ":", value["status"])
        kind, value = frame()
    if value["error"]:
        print(name + ":", value["error"])
print("asked:", *asked)
