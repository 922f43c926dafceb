"""Prints the canonical form of each line of JSON, in hexadecimal digits, as securesystemslib makes it."""
import json
import sys

from securesystemslib.formats import encode_canonical

for line in sys.stdin:
    print(encode_canonical(json.loads(line)).encode().hex())
