"""Serves a folder over HTTP on a free port of loopback, which it prints, and misbehaves as a file of rules says.

The arguments are the folder and the path of the rules, and for HTTPS the path of a certificate and its key. The rules are JSON, read at
each request: a list of pairs of a part of the path and what is done with the requests for it. Each request is appended to the file
"requests" beside the rules, and its headers as a line of JSON to the file "headers". Each answer sets a cookie.
"""
import gzip
import http.server
import json
import os
import ssl
import sys
import time

folder, rules = sys.argv[1], sys.argv[2]
BLOCK = b"x" * 65536


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def start(self, status, length=None, **headers):
        self.send_response(status)
        self.send_header("Set-Cookie", "known=1")
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def send(self, status, body, **headers):
        self.start(status, len(body), **headers)
        self.wfile.write(body)

    def content(self):
        try:
            with open(folder + self.path, "rb") as file:
                return file.read()
        except OSError:
            return None

    def do_GET(self):
        with open(os.path.join(os.path.dirname(rules), "requests"), "a") as file:
            file.write(self.path + "\n")
        with open(os.path.join(os.path.dirname(rules), "headers"), "a") as file:
            file.write(json.dumps({name.lower(): value for name, value in self.headers.items()}) + "\n")
        with open(rules) as file:
            found = [rule for part, rule in json.load(file) if part in self.path]
        try:
            if found:
                getattr(self, "do_" + found[0]["do"])(found[0])
            elif (body := self.content()) is None:
                self.send(404, b"<html>not here</html>" * 200)
            else:
                self.send(200, body)
        except (BrokenPipeError, ConnectionResetError):
            pass
        if found:
            self.close_connection = True

    def do_answer(self, rule):
        self.send(rule.get("status", 200), rule.get("body", "<!doctype html><p>Hello").encode())

    def do_redirect(self, rule):
        self.send(302, b"", Location=rule["to"].replace("PORT", str(server.server_port)))

    def do_long_redirect(self, rule):
        self.start(302, 1 << 30, Location=rule["to"].replace("PORT", str(server.server_port)))
        while True:
            self.wfile.write(BLOCK)

    def do_endless(self, rule):
        self.start(200)
        while True:
            self.wfile.write(BLOCK)

    def do_slow(self, rule):
        body = self.content()
        self.start(200, len(body))
        for byte in body:
            self.wfile.write(bytes([byte]))
            time.sleep(rule.get("pause", 0.05))

    def do_hold(self, rule):
        """Sends a half, and then nothing until the other side has closed."""
        body = self.content()
        self.start(200, len(body))
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        self.rfile.read(1)

    def do_steps(self, rule):
        """Sends as many percent of the file as the lines of a pipe say, one line after the other."""
        body = self.content()
        self.start(200, len(body))
        sent = 0
        with open(rule["pipe"]) as pipe:
            while sent < len(body) and (line := pipe.readline()):
                end = len(body) * int(line) // 100
                self.wfile.write(body[sent:end])
                self.wfile.flush()
                sent = end

    def do_headers(self, rule):
        self.send_response(200)
        for number in range(rule["count"]):
            self.send_header("X-Header-%d" % number, "y" * 100)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_cut(self, rule):
        body = self.content()
        self.start(200, len(body))
        self.wfile.write(body[: len(body) // 2])

    def do_close(self, rule):
        pass

    def do_raw(self, rule):
        self.wfile.write(rule["text"].encode())

    def do_bomb(self, rule):
        """A few kilobytes that become many megabytes."""
        self.send(200, gzip.compress(b"\0" * rule["size"], 9), Content_Encoding="gzip")

    def do_compress(self, rule):
        body = self.content()
        if body is None:
            self.send(404, gzip.compress(b"not here"), Content_Encoding="gzip")
        else:
            self.send(200, gzip.compress(body), Content_Encoding="gzip")

    def do_grow(self, rule):
        body = self.content() + b"x"
        self.send(200, body)

    def do_change(self, rule):
        body = bytearray(self.content())
        body[len(body) // 2] ^= 1
        self.send(200, bytes(body))

    def do_from(self, rule):
        with open(rule["file"], "rb") as file:
            self.send(200, file.read())


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        if len(sys.argv) < 4:  # Over HTTPS, a client that does not like the certificate goes away.
            super().handle_error(request, address)


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_port, flush=True)
server.serve_forever()
