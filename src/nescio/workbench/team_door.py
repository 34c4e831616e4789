"""Who may use a workbench of a team: whoever signs in; sessions live in the store and end there."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from nescio.web.answers import Refusal
from nescio.workbench.access import COOKIE, CSRF_HEADER, NO_CSRF, SAFE_METHODS, Visit
from nescio.workbench.store.users import LockedError, OpenSession, UserBook

SIGN_IN = "sign-in"  # what the header must say when there is no session yet: another site cannot send it
NO_SESSION = "Please sign in; what you saved is kept."
WRONG = "The name or the password is wrong."


@dataclass
class TeamDoor:
    """Looks at every request; a session begins with a password and is always a new one."""

    users: UserBook
    port: int = 0
    secure: bool = False  # the cookie goes over encrypted connections alone

    mode = "team"

    @property
    def cookie(self) -> str:
        return f"{COOKIE}_{self.port}"

    def sign_in(self, request: Request, name: str, password: str, answer: Response) -> OpenSession:
        """Ends what session there was, and puts a new one into the answer."""
        if request.headers.get(CSRF_HEADER) != SIGN_IN:
            raise Refusal(403, "no_csrf", NO_CSRF)
        try:
            found = self.users.sign_in(name, password)
        except LockedError as error:
            raise Refusal(429, "locked", str(error), headers={"retry-after": str(error.seconds)}) from None
        if found is None:
            raise Refusal(401, "wrong_password", WRONG)
        self._end(request)
        secret, session = found
        answer.set_cookie(self.cookie, secret, httponly=True, samesite="strict", path="/", secure=self.secure)
        return session

    def sign_out(self, request: Request, answer: Response) -> None:
        self._end(request)
        answer.delete_cookie(self.cookie, path="/")

    def secret(self, request: Request) -> str:
        return request.cookies.get(self.cookie, "")

    def admit(self, request: Request) -> Visit:
        """The session of a request, or a refusal."""
        session = self.users.session_of(self.secret(request)) if self.secret(request) else None
        if session is None:
            raise Refusal(401, "no_session", NO_SESSION)
        if request.method not in SAFE_METHODS:
            given = request.headers.get(CSRF_HEADER, "")
            if not secrets.compare_digest(given.encode(), session.csrf.encode()):
                raise Refusal(403, "no_csrf", NO_CSRF)
        return Visit(session.csrf, 0.0, session.person)

    def enter(self, request: Request, token: str) -> Response:
        """There are no addresses that open a door here."""
        raise Refusal(401, "no_session", NO_SESSION)

    def _end(self, request: Request) -> None:
        if self.secret(request):
            self.users.end_session(self.secret(request))
