"""Who may use a workbench on this machine: whoever opened the address that it printed.

The address holds a token that works once and becomes a session, a cookie that no script and no other site can
use. Whatever changes something must also bring the session's second secret in a header, which only our
own pages know.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nescio.web.answers import Refusal
from nescio.workbench.people import ROLES, Someone

COOKIE: Final = "nescio_workbench"
CSRF_HEADER: Final = "x-nescio-csrf"
_IDLE: Final = 12 * 3600.0  # seconds
SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
NO_SESSION: Final = (
    "Your session has ended. Your work is saved: open the address that the workbench prints "
    "(press Enter in its window for a new one)."
)
USED: Final = (
    "This address was used already. Press Enter in the window of the workbench: it prints a new one."
)
NO_CSRF: Final = "This request did not come from a page of the workbench. Load the page again."


NOBODY: Final = Someone(0, "", frozenset(ROLES))  # who opens a workbench before it is known whose it is


@dataclass
class Visit:
    """A session: when it was last used, and its second secret."""

    csrf: str = field(repr=False)
    used: float
    person: Someone


@dataclass
class Doorkeeper:
    """Gives out tokens, turns each into one session, and looks at every request."""

    port: int = 0
    person: Someone = NOBODY
    clock: Callable[[], float] = time.monotonic
    _tokens: set[str] = field(default_factory=set, repr=False)
    _visits: dict[str, Visit] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    mode = "local"

    @property
    def cookie(self) -> str:
        """Browsers share cookies between ports, so that each workbench needs a name of its own."""
        return f"{COOKIE}_{self.port}"

    def new_token(self) -> str:
        with self._lock:
            token = secrets.token_urlsafe(24)
            self._tokens = {token}  # an earlier one that nobody used is void
            return token

    def enter(self, request: Request, token: str) -> Response:
        """Turns a token into a session; without a good one only who is in already comes in."""
        with self._lock:
            is_good = any(secrets.compare_digest(token.encode(), known.encode()) for known in self._tokens)
            if not is_good:
                if self._visit(request) is None:
                    raise Refusal(401, "token_used", USED)
                return RedirectResponse("/", 303)
            self._tokens.clear()
            session = secrets.token_urlsafe(32)  # always a new one: nobody can prepare it
            self._visits[session] = Visit(secrets.token_urlsafe(32), self.clock(), self.person)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self.cookie, session, httponly=True, samesite="strict", path="/")
        return answer

    def admit(self, request: Request) -> Visit:
        """The session of a request, or a refusal."""
        with self._lock:
            visit = self._visit(request)
            if visit is None:
                raise Refusal(401, "no_session", NO_SESSION)
            visit.used = self.clock()
        if request.method not in SAFE_METHODS:
            given = request.headers.get(CSRF_HEADER, "")
            if not secrets.compare_digest(given.encode(), visit.csrf.encode()):
                raise Refusal(403, "no_csrf", NO_CSRF)
        return visit

    def _visit(self, request: Request) -> Visit | None:
        session = request.cookies.get(self.cookie, "")
        visit = self._visits.get(session)
        if visit is not None and self.clock() - visit.used > _IDLE:
            del self._visits[session]
            return None
        return visit

    def end_all(self) -> None:
        """Nobody is in any more."""
        with self._lock:
            self._visits.clear()
