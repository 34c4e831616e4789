"""How a server starts and ends: TLS, another database, what keeps it from starting."""

from __future__ import annotations

import base64
import datetime
import re
import subprocess
import sys
import time
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.cli.program import spawn
from tests.service.serving import FORMS, Served, free_port, key_for

TEXT = {"text": "to anna@example.org", "language": "en", "method": "tag"}


def _certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(key.private_bytes(*form))
    return folder / "cert.pem", folder / "key.pem"


def test_other_machines_are_served_with_tls_and_keys(tmp_path: Path) -> None:
    certificate, private = _certificate(tmp_path)
    key = key_for(tmp_path / "state", "desk", "--scope", "anonymize")
    options = ("--host", "0.0.0.0", "--certificate", certificate, "--private-key", private)  # noqa: S104 - with TLS
    server = Served(tmp_path / "state", *FORMS, *options, certificate=certificate)
    try:
        answer = server.post("/v1/anonymize", TEXT, key)
        assert answer.json()["text"] == "to [EMAIL1]"
        assert "strict-transport-security" in answer.headers
        assert server.post("/v1/anonymize", TEXT).status_code == 401
    finally:
        server.stop()


def test_two_servers_share_one_database_and_each_task_is_done_once(tmp_path: Path, postgres_url: str) -> None:
    shared = ("--database", postgres_url, "--seal", tmp_path / "one" / "service.key")
    one = Served(tmp_path / "one", *FORMS, *shared[:2])
    servers = [one]
    try:
        servers.append(Served(tmp_path / "two", *FORMS, *shared))
        ids = []
        for number in range(30):
            [id] = {_letter(server, number) for server in servers}  # the second word of one task
            ids.append(id)
        _wait_for(servers[1], ids)
        for number, id in enumerate(ids):
            result = [server.get(f"/v1/tasks/{id}/result").json() for server in servers]
            assert result[0] == result[1]
            assert base64.b64decode(result[0]["content"]).startswith(f"{number} to [EMAIL1]".encode())
        done = [_ended(server) for server in servers]
        assert sum(done) == 30  # who took how many is chance
        servers.pop(0).stop()
        _wait_for(servers[0], [_letter(servers[0], 30)])
        assert _ended(servers[0]) == done[1] + 1, "the one that is left works alone"
        assert not list(tmp_path.glob("*/service.db"))
    finally:
        for server in servers:
            server.stop()


def _letter(server: Served, number: int) -> str:
    """The task that a server makes of a letter."""
    answer = server.client.post(
        "/v1/documents",
        content=f"{number} to mail{number}@example.org\n".encode() * 20,
        params={"name": "a.txt", "language": "en", "background": True, "method": "tag"},
        headers={"content-type": "application/octet-stream", "idempotency-key": f"letter {number}"},
    )
    id: str = answer.json()["id"]
    return id


def _wait_for(server: Served, ids: list[str]) -> None:
    end = time.monotonic() + 60
    while {server.get(f"/v1/tasks/{id}").json()["status"] for id in ids} != {"done"}:
        assert time.monotonic() < end
        time.sleep(0.1)


def _ended(server: Served) -> int:
    [line] = re.findall(r'nescio_tasks_ended\{outcome="done"\} (\d+)', server.get("/metrics").text)
    return int(line)


def test_what_keeps_it_from_starting_is_a_sentence(tmp_path: Path) -> None:
    config = tmp_path / "bad.toml"
    config.write_text('[xx.detect]\ndetectors = ["nobody"]\n', encoding="utf-8")
    outcome = spawn(
        "serve", "--state", tmp_path / "state", "--port", free_port(), "-c", config, "--workers", 1
    )
    assert outcome.code == 2
    assert "'nobody'" in outcome.err


def test_one_folder_has_one_server(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _HOLD, str(tmp_path / "state")]
    (tmp_path / "state").mkdir()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        outcome = spawn("serve", "--state", tmp_path / "state", "--port", free_port())
        holder.communicate(b"\n")
    assert (outcome.code, "Another server" in outcome.err) == (2, True)


_HOLD = """
import fcntl, pathlib, sys
lock = pathlib.Path(sys.argv[1], "service.lock").open("w")
fcntl.flock(lock, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.readline()
"""
