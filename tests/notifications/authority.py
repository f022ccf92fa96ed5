"""A certificate authority that exists for one run, and the servers that it vouches for."""

import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

PEM = serialization.Encoding.PEM
DAY = timedelta(days=1)


@dataclass
class Authority:
    """Writes into `folder`: `ca.pem`, which makes a client trust it, and what its servers need."""

    folder: Path
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    name: x509.Name = field(default_factory=lambda: _named("An authority for tests"))

    def __post_init__(self) -> None:
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        builder = _begun(self.name, self.key, until=datetime.now(UTC) + DAY).add_extension(usage, critical=True)
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        self.path.write_bytes(self._signed(builder).public_bytes(PEM))

    @property
    def path(self) -> Path:
        return self.folder / "ca.pem"

    def server(self, *names: str, until: datetime | None = None) -> ssl.SSLContext:
        """What a server for `names` (hosts or addresses) serves with."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _begun(_named(names[0]), key, until=until or datetime.now(UTC) + DAY)
        builder = builder.add_extension(x509.SubjectAlternativeName(_general(names)), critical=False)
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        path = self.folder / f"{names[0]}.pem"
        private = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        path.write_bytes(private + self._signed(builder).public_bytes(PEM))
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(path)
        return context

    def _signed(self, builder: x509.CertificateBuilder) -> x509.Certificate:
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        builder = builder.issuer_name(self.name).add_extension(issuer, critical=False)
        return builder.sign(self.key, hashes.SHA256())


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _begun(name: x509.Name, key: ec.EllipticCurvePrivateKey, *, until: datetime) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(until - 30 * DAY).not_valid_after(until)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return builder.add_extension(identifier, critical=False)


def _general(names: Sequence[str]) -> list[x509.GeneralName]:
    found: list[x509.GeneralName] = []
    for name in names:
        try:
            found.append(x509.IPAddress(ip_address(name)))
        except ValueError:
            found.append(x509.DNSName(name))
    return found
