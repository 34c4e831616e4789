"""A server listens where it is safe to."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError, InputError
from nescio.web.binding import Binding, check_binding, listen


@pytest.mark.parametrize(
    ("host", "more", "has_keys", "refused"),
    [
        ("127.0.0.1", {}, False, None),
        ("127.9.9.9", {}, False, None),
        ("::1", {}, False, None),
        ("localhost", {}, False, None),
        ("0.0.0.0", {}, True, "--behind-proxy"),  # noqa: S104 - it is refused
        ("::", {}, True, "--behind-proxy"),
        ("example.org", {}, True, "--behind-proxy"),
        ("0.0.0.0", {"behind_proxy": True}, False, "nobody has a key"),  # noqa: S104 - it is refused
        ("0.0.0.0", {"behind_proxy": True}, True, None),  # noqa: S104 - only looked at
        ("127.0.0.1", {"certificate": Path("gone.pem")}, True, "both"),
    ],
)
def test_only_a_safe_address_is_listened_at(
    host: str, more: dict[str, bool], has_keys: bool, refused: str | None
) -> None:
    binding = Binding(host, 8000, **more)  # type: ignore[arg-type]  # the cases are data
    if refused is None:
        check_binding(binding, has_keys=has_keys, how_to_get_one="…")
        return
    with pytest.raises(ConfigError, match=refused):
        check_binding(binding, has_keys=has_keys, how_to_get_one="make one")


def test_tls_makes_an_address_safe(tmp_path: Path) -> None:
    for name in ("cert.pem", "key.pem"):
        (tmp_path / name).write_text("x")
    binding = Binding("0.0.0.0", 8000, tmp_path / "cert.pem", tmp_path / "key.pem")  # noqa: S104 - only looked at
    check_binding(binding, has_keys=True, how_to_get_one="…")
    with pytest.raises(ConfigError, match="There is no file"):
        check_binding(binding._replace(private_key=tmp_path / "no"), has_keys=True, how_to_get_one="…")


def test_a_port_that_is_taken_is_said() -> None:
    with listen(Binding("127.0.0.1", 0)) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"Port {port}"):
            listen(Binding("127.0.0.1", port))
    with pytest.raises(InputError, match="Port 99999"):
        listen(Binding("127.0.0.1", 99999))
