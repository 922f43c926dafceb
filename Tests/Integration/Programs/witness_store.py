"""Publishes what a store offers as a store of python-tuf: with keys of its own, in three steps.

The arguments are the folder of the store and a folder for the result. `one` offers the first version of the extension, `two` also the second.
`three` offers all; before it, the keys of the root, of the timestamp and of the publisher were changed.
"""
import glob
import hashlib
import json
import os
import shutil
import sys
from datetime import datetime, timedelta, timezone

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from securesystemslib.formats import encode_canonical
from securesystemslib.signer import Signature, Signer, SSlibKey
from tuf.api.metadata import DelegatedRole, Delegations, Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp

SOURCE, RESULT = sys.argv[1:]
EXPIRES = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=5)


class Key(Signer):
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


def offered(role):
    """The targets in the newest file of a role."""
    files = glob.glob(os.path.join(SOURCE, "metadata", f"*.{role}.json"))
    with open(max(files, key=lambda path: int(os.path.basename(path).split(".")[0]))) as file:
        return json.load(file)["signed"]["targets"]


def filled(signed, files):
    for path, content in files.items():
        signed.targets[path] = TargetFile.from_dict(json.loads(json.dumps(content)), path)
    return signed


class Folder:
    def __init__(self, name, before=None):
        self.metadata = os.path.join(RESULT, name, "metadata")
        if before:
            shutil.copytree(before.metadata, self.metadata)
        else:
            os.makedirs(self.metadata)
        shutil.copytree(os.path.join(SOURCE, "targets"), os.path.join(RESULT, name, "targets"))

    def write(self, name, signed, *keys):
        metadata = Metadata(signed)
        for key in keys:
            metadata.sign(key, append=True)
        metadata.to_file(os.path.join(self.metadata, name))
        return metadata.to_bytes()

    def root(self, version, roots, signers, others):
        root = Root(version=version, expires=EXPIRES, consistent_snapshot=True)
        root.roles["root"].threshold = 2
        for role, keys in {"root": roots, **{role: [key] for role, key in others.items()}}.items():
            for key in keys:
                root.add_key(key.public_key, role)
        self.write(f"{version}.root.json", root, *signers)

    def publish(self, version, publisher, keys, files, targets_version):
        if not os.path.exists(os.path.join(self.metadata, f"{targets_version}.targets.json")):
            targets = filled(Targets(version=targets_version, expires=EXPIRES), offered("targets"))
            own = publisher.public_key
            role = DelegatedRole("shop", [own.keyid], 1, True, paths=["org.shop.*/*/*"])
            targets.delegations = Delegations({own.keyid: own}, {"shop": role})
            self.write(f"{targets_version}.targets.json", targets, keys["targets"])
        self.write(f"{version}.shop.json", filled(Targets(version=version, expires=EXPIRES), files), publisher)
        snapshot = Snapshot(version=version, expires=EXPIRES)
        snapshot.meta = {"targets.json": MetaFile(targets_version), "shop.json": MetaFile(version)}
        data = self.write(f"{version}.snapshot.json", snapshot, keys["snapshot"])
        timestamp = Timestamp(version=version, expires=EXPIRES)
        timestamp.snapshot_meta = MetaFile(version, len(data), {"sha256": hashlib.sha256(data).hexdigest()})
        self.write("timestamp.json", timestamp, keys["timestamp"])


def up_to(version):
    return {path: content for path, content in offered("shop").items() if path.split("/")[1] <= version}


roots, publisher = [Key(), Key()], Key()
keys = {role: Key() for role in ["targets", "snapshot", "timestamp"]}
one = Folder("one")
one.root(1, roots, roots, keys)
one.publish(1, publisher, keys, up_to("1.0.0"), 1)
two = Folder("two", one)
two.publish(2, publisher, keys, up_to("2.0.0"), 1)
three = Folder("three", two)
former, roots, publisher = roots, [Key(), Key()], Key()
keys["timestamp"] = Key()
three.root(2, roots, former + roots, keys)
three.publish(3, publisher, keys, up_to("3.0.0"), 2)
