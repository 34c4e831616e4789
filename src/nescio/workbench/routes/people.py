"""Signing in and out, and the users of a team."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request

from nescio.web.answers import PlainJson, Refusal
from nescio.workbench.access import Doorkeeper
from nescio.workbench.routes.documents import Message
from nescio.workbench.routes.fields import maybe_flag, maybe_word, need_word, only, person_of
from nescio.workbench.store.users import UserBook
from nescio.workbench.team_door import TeamDoor

Door = Doorkeeper | TeamDoor


def make_door(door: Door) -> APIRouter:
    """What is asked before there is a session."""
    router = APIRouter(prefix="/api")

    @router.get("/door")
    def about() -> PlainJson:
        return PlainJson({"mode": door.mode})

    @router.post("/sign-in")
    def sign_in(request: Request, message: Message) -> PlainJson:
        only(message, "name", "password")
        if not isinstance(door, TeamDoor):
            raise Refusal(
                404, "not_found", "Nobody signs in here: open the address that the workbench prints."
            )
        answer = PlainJson({})
        name, password = need_word(message, "name"), need_word(message, "password")
        session = door.sign_in(request, name, password, answer)
        return _filled(answer, {"csrf": session.csrf, "person": session.person.to_json()})

    return router


def make_people(door: Door, users: UserBook) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.post("/sign-out")
    def sign_out(request: Request) -> PlainJson:
        answer = PlainJson({})
        if isinstance(door, TeamDoor):
            door.sign_out(request, answer)
        else:
            door.end_all()
        return answer

    @router.put("/password")
    def password(request: Request, message: Message) -> PlainJson:
        only(message, "old", "new")
        secret = door.secret(request) if isinstance(door, TeamDoor) else ""
        old, new = need_word(message, "old"), need_word(message, "new")
        if not users.change_password(person_of(request), old, new, secret=secret):
            raise Refusal(422, "wrong_password", "The old password is wrong.")
        return PlainJson({})

    @router.get("/users")
    def all_users() -> PlainJson:
        return PlainJson(users.all())

    @router.post("/users", status_code=201)
    def add(message: Message) -> PlainJson:
        only(message, "name", "role", "password")
        name, role, words = (need_word(message, field) for field in ("name", "role", "password"))
        return PlainJson(users.add(name, role, words), 201)

    @router.put("/users/{user}")
    def change(user: int, message: Message) -> PlainJson:
        only(message, "role", "active", "password")
        role, password = maybe_word(message, "role"), maybe_word(message, "password")
        active = maybe_flag(message, "active")
        return PlainJson(users.change(user, role=role, active=active, password=password))

    return router


def _filled(answer: PlainJson, content: dict[str, Any]) -> PlainJson:
    """The same answer, with its cookies, and a content."""
    filled = PlainJson(content)
    filled.raw_headers += [pair for pair in answer.raw_headers if pair[0] == b"set-cookie"]
    return filled
