"""What is taken away from the desk."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import APIRouter
from starlette.responses import Response

from nescio.core.errors import JobError
from nescio.web.answers import Refusal
from nescio.workbench.desk import READY, ReviewDesk
from nescio.workbench.downloads import KINDS, WHOLE, Download, everything


def make_downloads(desk: ReviewDesk) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get("/files/{id}/download/{kind}")
    def download(id: int, kind: str) -> Response:
        if kind not in KINDS:
            raise Refusal(404, "not_found", "There is nothing of that kind to download.", KINDS)
        file = desk.file(id)
        if file.state != READY:
            raise JobError("The file is not read yet.")
        made = KINDS[kind](desk, file)
        if kind == WHOLE:
            desk.shelf.note_download([id])
        return answer_download(made)

    @router.get("/download")
    def all_files() -> Response:
        ready = [file.id for file in list(desk.files.values()) if file.state == READY]
        made = everything(desk)
        desk.shelf.note_download(ready)
        return answer_download(made)

    return router


def answer_download(download: Download) -> Response:
    """Always saved, never shown: the content is somebody else's."""
    name = quote(download.name, safe="")
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(download.data, media_type=download.kind, headers=headers)
