"""What is asked of the store about users, sessions and failed sign-ins."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from nescio.core.errors import JobError
from nescio.web.secrets import fits, hash_secret
from nescio.workbench.people import (
    ADMINISTRATOR,
    ROLES,
    Someone,
    check_is_role,
    check_password,
    checked_name,
    folded,
)
from nescio.workbench.store.models import now
from nescio.workbench.store.opening import MissingError, OpenTables
from nescio.workbench.store.team_models import FailureRow, SessionRow, UserRow

MOST_FAILURES: Final = 5  # then nobody signs in by that name for a while
LOCKED: Final = timedelta(minutes=15)
IDLE: Final = timedelta(hours=12)
_FRESH: Final = timedelta(minutes=1)  # the last use of a session is written so often at most


class TakenError(JobError):
    """The name is somebody's already."""


class LastAdministratorError(JobError):
    """Nobody could manage the workbench any more."""


class LockedError(JobError):
    """Too many failed for this name."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        minutes = max(1, round(seconds / 60))
        super().__init__(f"Too many wrong passwords. Wait {minutes} min, then try again.")


class OpenSession:
    """A session that was found: who it is, and its second secret."""

    def __init__(self, person: Someone, csrf: str) -> None:
        self.person, self.csrf = person, csrf


class UserBook:
    """Users and who of them is in."""

    def __init__(self, store: OpenTables, *, clock: Callable[[], datetime] = now) -> None:
        self._store, self._clock = store, clock

    def local(self, name: str) -> Someone:
        """The person of a workbench on their own machine, with every role."""
        found = self._find(name) or self.add(name, ADMINISTRATOR, None)
        return Someone(found["id"], found["name"], frozenset(ROLES))

    def has_users(self) -> bool:
        """Whether anybody could sign in."""
        with self._store.reading() as session:
            return session.scalar(select(UserRow.id).where(UserRow.hash.is_not(None)).limit(1)) is not None

    def add(self, name: str, role: str, password: str | None) -> dict[str, Any]:
        """A new user; without a password nobody signs in by the name."""
        check_is_role(role)
        words = checked_name(name)
        if password is not None:
            check_password(password)
        hashed = None if password is None else hash_secret(password)
        row = UserRow(name=words, folded=folded(words), role=role, hash=hashed, active=True)
        try:
            with self._store.writing() as session:
                session.add(row)
                session.flush()
                return self._about(row, session)
        except IntegrityError:
            raise TakenError("This name is taken.") from None

    def all(self) -> list[dict[str, Any]]:
        with self._store.reading() as session:
            return [
                self._about(row, session) for row in session.scalars(select(UserRow).order_by(UserRow.id))
            ]

    def names(self) -> dict[int, str]:
        with self._store.reading() as session:
            return {row.id: row.name for row in session.execute(select(UserRow.id, UserRow.name))}

    def change(
        self, user: int, *, role: str | None = None, active: bool | None = None, password: str | None = None
    ) -> dict[str, Any]:
        """Another role, another password, in or out; whoever is in by that name is not any more."""
        if role is not None:
            check_is_role(role)
        if password is not None:
            check_password(password)
        hashed = None if password is None else hash_secret(password)
        with self._store.writing() as session:
            row = session.get(UserRow, user) if 0 < user < 1 << 31 else None
            if row is None:
                raise MissingError("There is no such user.")
            row.role = role or row.role
            row.active = row.active if active is None else active
            row.hash = hashed or row.hash
            session.flush()
            self._need_administrator(session)
            session.execute(delete(SessionRow).where(SessionRow.user == user))
            if password is not None:
                session.execute(delete(FailureRow).where(FailureRow.who == _who(row.name)))
            return self._about(row, session)

    def change_password(self, person: Someone, old: str, new: str, *, secret: str) -> bool:
        """Whether the old one was right; every other session of the person ends."""
        check_password(new)
        with self._store.reading() as session:
            row = session.get(UserRow, person.id)
            hashed = None if row is None else row.hash
        if not fits(old, hashed):
            return False
        with self._store.writing() as session:
            session.execute(update(UserRow).where(UserRow.id == person.id).values(hash=hash_secret(new)))
            others = delete(SessionRow).where(SessionRow.user == person.id)
            session.execute(others.where(SessionRow.digest != _digest(secret)))
        return True

    def sign_in(self, name: str, password: str) -> tuple[str, OpenSession] | None:
        """A new session and its secret; None if the name or the password is wrong."""
        who = _who(name)
        self._refuse_locked(who)
        with self._store.reading() as session:
            row = session.scalar(select(UserRow).where(UserRow.folded == folded(name)))
            known = (row.id, row.hash) if row is not None and row.active else (0, None)
        if not fits(password, known[1]):
            self._note_failure(who)
            return None
        secret, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        with self._store.writing() as session:
            session.execute(delete(FailureRow).where(FailureRow.who == who))
            session.execute(delete(SessionRow).where(SessionRow.used < self._clock() - IDLE))
            session.add(SessionRow(digest=_digest(secret), user=known[0], csrf=csrf, used=self._clock()))
            user = session.get_one(UserRow, known[0])
            return secret, OpenSession(_person(user), csrf)

    def session_of(self, secret: str) -> OpenSession | None:
        """Whose session a secret is, as long as it is used now and then and the user may come in."""
        with self._store.reading() as session:
            row = session.get(SessionRow, _digest(secret))
            user = None if row is None else session.get(UserRow, row.user)
            if row is None or user is None or not user.active:
                return None
            idle = self._clock() - aware(row.used)
            found = OpenSession(_person(user), row.csrf)
        if idle > IDLE:
            self.end_session(secret)
            return None
        if idle > _FRESH:
            with self._store.writing() as session:
                where = SessionRow.digest == _digest(secret)
                session.execute(update(SessionRow).where(where).values(used=self._clock()))
        return found

    def end_session(self, secret: str) -> None:
        with self._store.writing() as session:
            session.execute(delete(SessionRow).where(SessionRow.digest == _digest(secret)))

    def _refuse_locked(self, who: str) -> None:
        with self._store.reading() as session:
            row = session.get(FailureRow, who)
            if row is None or row.count < MOST_FAILURES:
                return
            left = aware(row.last) + LOCKED - self._clock()
        if left > timedelta(0):
            raise LockedError(int(left.total_seconds()) + 1)
        with self._store.writing() as session:
            session.execute(delete(FailureRow).where(FailureRow.who == who))

    def _note_failure(self, who: str) -> None:
        """Counted for names that nobody has, too: else the lock would tell who is a user."""
        try:
            with self._store.writing() as session:
                row = session.get(FailureRow, who, with_for_update=True)
                if row is None:
                    session.add(FailureRow(who=who, count=1, last=self._clock()))
                else:
                    row.count, row.last = row.count + 1, self._clock()
        except IntegrityError:  # two failed at once; the next one counts
            return

    def find(self, name: str) -> int:
        """The number of a user by name."""
        found = self._find(name)
        if found is None:
            raise MissingError("There is no such user.")
        return int(found["id"])

    def _find(self, name: str) -> dict[str, Any] | None:
        with self._store.reading() as session:
            row = session.scalar(select(UserRow).where(UserRow.folded == folded(name)))
            return None if row is None else self._about(row, session)

    def _need_administrator(self, session: Session) -> None:
        """Where somebody signs in, an administrator must be able to."""
        able = select(func.count()).where(UserRow.hash.is_not(None), UserRow.active)
        if session.scalar(able.where(UserRow.role == ADMINISTRATOR)) or not session.scalar(
            select(func.count()).where(UserRow.hash.is_not(None))
        ):
            return
        raise LastAdministratorError("There must be an administrator who can sign in.")

    def _about(self, row: UserRow, session: Session) -> dict[str, Any]:
        failed = session.get(FailureRow, _who(row.name))
        is_locked = (
            failed is not None
            and failed.count >= MOST_FAILURES
            and aware(failed.last) + LOCKED > self._clock()
        )
        return {
            "id": row.id, "name": row.name, "role": row.role, "active": row.active, "locked": is_locked,
        }  # fmt: skip


def aware(at: datetime) -> datetime:
    """SQLite forgets the zone of a time; all of ours are UTC."""
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


def _person(user: UserRow) -> Someone:
    return Someone(user.id, user.name, frozenset({user.role}))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _who(name: str) -> str:
    return _digest(folded(name))
