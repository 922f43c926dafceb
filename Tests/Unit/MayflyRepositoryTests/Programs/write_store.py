"""Writes a store with python-tuf: two signatures of the root, and a publisher with an extension.

The argument is the folder of the store. The name of a mistake may follow, which is then made.
"""
import hashlib
import os
import sys
from datetime import datetime, timezone

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from securesystemslib.formats import encode_canonical
from securesystemslib.signer import Signature, Signer, SSlibKey
from tuf.api.metadata import (
    DelegatedRole,
    Delegations,
    Metadata,
    MetaFile,
    Root,
    Snapshot,
    TargetFile,
    Targets,
    Timestamp,
)



class Ed25519Signer(Signer):
    """That of securesystemslib needs a newer library for keys than some distributions have."""

    def __init__(self):
        self.private = Ed25519PrivateKey.generate()
        public = self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
        content = {"keytype": "ed25519", "scheme": "ed25519", "keyval": {"public": public}}
        name = hashlib.sha256(encode_canonical(content).encode()).hexdigest()
        self.own = SSlibKey(name, "ed25519", "ed25519", {"public": public})

    @property
    def public_key(self):
        return self.own

    @classmethod
    def from_priv_key_uri(cls, *arguments):
        raise NotImplementedError

    def sign(self, payload):
        return Signature(self.own.keyid, self.private.sign(payload).hex())


folder, mistake = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
expires = datetime(2026, 7, 1, tzinfo=timezone.utc)
signers = {name: Ed25519Signer() for name in ["a", "b", "targets", "snapshot", "timestamp", "kitchen"]}
files = {
    "org.kitchen.pot/1.0.0/bundle.tar": b"an archive",
    "org.kitchen.pot/1.0.0/icon.png": b"an icon",
    "org.kitchen.pot/1.0.0/screenshot-1.png": b"a screenshot",
    "store.json": b'{"name": "Store of Python", "promoted": ["org.kitchen.pot"]}',
}
offer = {
    "id": "org.kitchen.pot", "version": "1.0.0", "kind": "app", "name": "Pot \u00e9\u4e2d\U0001f600",
    "summary": 'A "pot" \\ a pan', "description": "Two\nlines", "changes": "", "built": "2026-05-30", "unpacked": 8,
    "platforms": ["linux-x86_64"], "permissions": [{"name": "camera", "reason": "to see"}],
    "icon": "org.kitchen.pot/1.0.0/icon.png", "a10": 1, "a9": 2,
    "screenshots": [{"path": "org.kitchen.pot/1.0.0/screenshot-1.png", "text": "A pot"}],
}


def target(path):
    found = TargetFile.from_data(path, files[path], ["sha256", "sha512"])
    if path.endswith(".tar"):
        found.unrecognized_fields["custom"] = offer
    place = os.path.join(folder, "targets", os.path.dirname(path))
    os.makedirs(place, exist_ok=True)
    digest = hashlib.sha256(files[path]).hexdigest()
    with open(os.path.join(place, digest + "." + os.path.basename(path)), "wb") as file:
        file.write(files[path])
    return found


def write(name, signed, *keys):
    metadata = Metadata(signed)
    for key in keys:
        metadata.sign(signers[key], append=True)
    os.makedirs(os.path.join(folder, "metadata"), exist_ok=True)
    metadata.to_file(os.path.join(folder, "metadata", name))
    return metadata.to_bytes()


root = Root(expires=expires, consistent_snapshot=True)
root.roles["root"].threshold = 2
for role, names in {"root": "ab", "targets": ["targets"], "snapshot": ["snapshot"], "timestamp": ["timestamp"]}.items():
    for name in names:
        root.add_key(signers[name].public_key, role)
write("1.root.json", root, *("a" if mistake == "one signature" else "ab"))

targets = Targets(expires=expires)
targets.targets["store.json"] = target("store.json")
kitchen = signers["kitchen"].public_key
role = DelegatedRole("kitchen", [kitchen.keyid], 1, True, paths=["org.kitchen.*/*/*"])
targets.delegations = Delegations({kitchen.keyid: kitchen}, {"kitchen": role})
write("1.targets.json", targets, "snapshot" if mistake == "another key" else "targets")

publisher = Targets(expires=expires)
for path in files:
    if path != "store.json":
        publisher.targets[path] = target(path)
write("1.kitchen.json", publisher, "kitchen")

snapshot = Snapshot(expires=expires)
snapshot.meta = {"targets.json": MetaFile(1), "kitchen.json": MetaFile(1)}
data = write("1.snapshot.json", snapshot, "snapshot")

timestamp = Timestamp(expires=expires)
timestamp.snapshot_meta = MetaFile(1, len(data), {"sha256": hashlib.sha256(data).hexdigest()})
write("timestamp.json", timestamp, "timestamp")
