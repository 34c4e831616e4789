"""A server on this machine that answers as badly as a test asks it to."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Answer = Callable[[socket.socket], None]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


class Loopback:
    """Each connection gets the next answer; the last serves all that follow."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._stop = threading.Event()
        self.port: int = self._socket.getsockname()[1]
        self.questions: list[bytes] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/x"

    @property
    def stopped(self) -> threading.Event:
        return self._stop

    def serve(self) -> None:
        while not self._stop.is_set():
            with suppress(OSError):
                connection, _ = self._socket.accept()
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            self.questions.append(connection.recv(1 << 16))
            answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
            answer(connection)

    def close(self) -> None:
        self._stop.set()
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port)).close()
        self._socket.close()


@contextmanager
def loopback(*answers: Answer) -> Iterator[Loopback]:
    server = Loopback(*answers)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()


def says(content: bytes) -> Answer:
    head = HEAD + f"Content-Length: {len(content)}\r\n\r\n".encode()
    return lambda connection: connection.sendall(head + content)


def drips(head: bytes, drop: bytes) -> Answer:
    """One drop after the other, so that no single read waits long; it never ends by itself."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(head)
        pause = threading.Event()
        while not pause.wait(0.02):
            connection.sendall(drop)

    return answer


def floods(head: bytes) -> Answer:
    """As much as the other side takes."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(b" " * (1 << 20))

    return answer


def leads_to(address: str, code: int = 302) -> Answer:
    head = f"HTTP/1.1 {code} Elsewhere\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n".encode()
    return lambda connection: connection.sendall(head)
