"""Prints the version of the standard that each file of metadata in a folder says, as python-tuf reads it, and at the end that of python-tuf."""
import os
import sys

from tuf.api.metadata import SPECIFICATION_VERSION, Metadata

for name in sorted(os.listdir(sys.argv[1])):
    print(name, Metadata.from_file(os.path.join(sys.argv[1], name)).signed.spec_version)
print("python-tuf", ".".join(SPECIFICATION_VERSION))
