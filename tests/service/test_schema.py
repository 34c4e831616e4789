"""Whatever fits the OpenAPI, or does not, is answered as it says: no server error, no other status."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any, Final

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.service.serving import Served

EXAMPLES: Final = int(
    os.environ.get("NESCIO_SCHEMA_EXAMPLES", "5")
)  # for each operation; `make schema` asks more
CHECKS: Final = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: Any) -> bytes:
    """A body of the stream: whatever is drawn, one line of it."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def test_every_answer_is_one_that_is_documented(server: Served) -> None:
    # With keys that are made up nearly all would be sent away at the door, slowly.
    config = schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}})
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json", config=config)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= 15
    for operation in operations:
        for mode in GenerationMode.POSITIVE, GenerationMode.NEGATIVE:
            with suppress(Unsatisfiable):  # nothing can be wrong with a request that says nothing
                _check(operation, mode)


def _check(operation: Any, mode: GenerationMode) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: schemathesis.Case) -> None:
        case.validate_response(case.call(timeout=60), checks=CHECKS)

    check()
