"""A server on a port of this machine, for tests of requests that the host makes. It prints its port, and a line of JSON for each request.

/state/TOKEN keeps what is put there. /echo answers with the request. /to?STATUS&ADDRESS leads on. /large?BYTES sends so many bytes.
/silent never answers. /endless sends for ever and does not say how much, /drip a byte now and then, and /bomb?BYTES so many zeros in a few
kilobytes. With the path of a certificate and its key as argument it answers over HTTPS.
"""

import http.server
import json
import ssl
import sys
import threading
import time
import zlib

STATES = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def pour(self, pieces, headers=()):
        """Sends until the client has gone, or all of it, without a length."""
        self.close_connection = True
        self.send_response(200)
        for name, value in (("Connection", "close"), *headers):
            self.send_header(name, value)
        self.end_headers()
        try:
            for piece in pieces:
                self.wfile.write(piece)
        except OSError:
            pass

    @staticmethod
    def bomb(size):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        for _ in range(size >> 20):
            yield packer.compress(bytes(1 << 20))
        yield packer.flush()

    @staticmethod
    def drops():
        while True:
            yield b"x"
            time.sleep(0.05)

    def handle_request(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        seen = {
            "method": self.command,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": body[:1000].decode("utf-8", "replace"),
        }
        print(json.dumps(seen), flush=True)
        path, _, query = self.path.partition("?")
        if path.startswith("/state/"):
            if self.command == "PUT":
                STATES[path] = body
                return self.answer(204)
            return self.answer(200, STATES[path]) if path in STATES else self.answer(404, b"nothing there")
        if path == "/to":
            status, _, address = query.partition("&")
            return self.answer(int(status), b"elsewhere", [("Location", address)])
        if path == "/large":
            return self.answer(200, b"x" * int(query))
        if path == "/silent":
            threading.Event().wait()
        if path == "/endless":
            return self.pour(iter(lambda: b"x" * 65536, b""))
        if path == "/drip":
            return self.pour(self.drops())
        if path == "/bomb":
            return self.pour(self.bomb(int(query)), [("Content-Encoding", "gzip")])
        cookies = [("Set-Cookie", "known=1"), ("X-Test-One", "first"), ("X-Test-Two", "second")]
        return self.answer(200, json.dumps(seen, sort_keys=True).encode(), cookies)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass  # A client that does not like the certificate goes away.


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 1:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
    # In the thread of the connection: a client that says nothing holds up no other.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_address[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
server.serve_forever()
