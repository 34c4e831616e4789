"""Where a server may listen: this machine alone, unless what leaves it is encrypted and asked for."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from nescio.core.errors import ConfigError, InputError, shown


class Binding(NamedTuple):
    """An address, and how it is protected."""

    host: str
    port: int
    certificate: Path | None = None
    private_key: Path | None = None
    behind_proxy: bool = False

    @property
    def has_tls(self) -> bool:
        return self.certificate is not None

    @property
    def hosts(self) -> frozenset[str]:
        """By what names a caller may call a server on loopback; else a page could lead a browser here."""
        return frozenset({"localhost", "127.0.0.1", "::1", self.host.lower()})


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def check_binding(binding: Binding, *, has_keys: bool, how_to_get_one: str) -> None:
    """Refuses an address that others reach, unless it is safe; `how_to_get_one` is the command for a key."""
    if (binding.certificate is None) != (binding.private_key is None):
        raise ConfigError("TLS needs both, a certificate and its private key.")
    for path in (binding.certificate, binding.private_key):
        if path is not None and not path.is_file():
            raise ConfigError(f"There is no file {shown(path)}.")
    if is_loopback(binding.host):
        return
    if not binding.has_tls and not binding.behind_proxy:
        raise ConfigError(
            f"{shown(binding.host)} can be reached by other machines: name a certificate and a private key, "
            "or say --behind-proxy if another server encrypts what comes and goes."
        )
    if not has_keys:
        raise ConfigError(
            f"{shown(binding.host)} can be reached by other machines and nobody has a key yet: "
            f"{how_to_get_one}"
        )


def listen(binding: Binding) -> socket.socket:
    """The listening socket; a port that is taken is said in a sentence."""
    family = socket.AF_INET6 if ":" in binding.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((binding.host, binding.port))
        found.listen()  # whoever is told the address at once must not be refused
    except (OSError, OverflowError) as error:
        found.close()
        why = getattr(error, "strerror", None) or "there is no such port"
        raise InputError(f"Port {binding.port} of {shown(binding.host)} cannot be used: {why}.") from error
    return found
