"""Writes certificates into a folder, each with its key.

authority.pem is the certificate of an authority. good.pem is for localhost, a.localhost, 127.0.0.1 and the names in two_networks.c, and signed by it; name.pem is for
another host, expired.pem has expired, and unknown.pem is signed by another authority.
"""
import datetime
import ipaddress
import os
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

NOW = datetime.datetime.utcnow()
DAY = datetime.timedelta(days=1)
NAMES = ["localhost", "a.localhost", "public.mayfly.test", "private.mayfly.test"]
HERE = [x509.DNSName(text) for text in NAMES] + [x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]


def name(text):
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])


def certificate(subject, issuer, key, signer, end, extension):
    builder = x509.CertificateBuilder(name(issuer), name(subject), key.public_key(), x509.random_serial_number(), NOW - 9 * DAY, end)
    return builder.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints)).sign(signer, hashes.SHA256())


def write(file, certificate, key):
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    with open(os.path.join(sys.argv[1], file), "wb") as output:
        output.write(certificate.public_bytes(serialization.Encoding.PEM) + private)


def authority(subject):
    key = ec.generate_private_key(ec.SECP256R1())
    return key, certificate(subject, subject, key, key, NOW + 2 * DAY, x509.BasicConstraints(True, None))


def server(file, names, end, issuer, signer):
    key = ec.generate_private_key(ec.SECP256R1())
    write(file, certificate("server", issuer, key, signer, end, x509.SubjectAlternativeName(names)), key)


known, root = authority("authority of a test")
strange, _ = authority("authority of nobody")
with open(os.path.join(sys.argv[1], "authority.pem"), "wb") as output:
    output.write(root.public_bytes(serialization.Encoding.PEM))
server("good.pem", HERE, NOW + 2 * DAY, "authority of a test", known)
server("name.pem", [x509.DNSName("other.example.org")], NOW + 2 * DAY, "authority of a test", known)
server("expired.pem", HERE, NOW - DAY, "authority of a test", known)
server("unknown.pem", HERE, NOW + 2 * DAY, "authority of nobody", strange)
