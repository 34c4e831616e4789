"""What may be asked and what is answered, as OpenAPI shows it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

Offsets = Literal["codepoints", "utf16", "bytes"]
Stage = Literal["detect", "vote", "second_pass", "coref", "decide", "replace"]
TEXT = "Anna Meier lives in Lisbon; write to anna.meier@example.org."


def _is_text(value: Any) -> str:
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "a string")
    return value


# Half characters, which JSON can escape, are text for nescio; pydantic would refuse them.
SourceText = Annotated[str, PlainValidator(_is_text), WithJsonSchema({"type": "string", "minLength": 1})]
Id = Annotated[str | int | float | None, Field(description="Repeated in the answer.")]


class Question(BaseModel):
    """Strict: a field that does not exist, or has another type, is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_strangers(cls, data: Any) -> Any:
        if isinstance(data, dict) and any(key not in cls.model_fields for key in data):
            raise PydanticCustomError("extra_forbidden", "unknown", {"possible": sorted(cls.model_fields)})
        return data


class TextQuestion(Question):
    """One text, and how it is to be treated."""

    text: SourceText = Field(examples=[TEXT])
    id: Id = None
    language: str | None = Field(None, description="A language, or `auto`.", examples=["en"])
    policy: str | None = Field(
        None, description="The name of a policy; see /v1/policies.", examples=["hipaa"]
    )
    options: dict[str, Any] = Field(
        default_factory=dict,
        description="Settings as in a job: names of registered parts, never files, addresses or code.",
    )
    offsets: Offsets = Field("codepoints", description="How places in texts are counted.")


class DetectQuestion(TextQuestion):
    """Which references does the text hold? With a policy: those that it hides."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": TEXT, "language": "en"}]})


class AnonymizeQuestion(TextQuestion):
    """The text without its references."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": TEXT, "language": "en", "method": "tag", "table": True}]}
    )
    method: str | None = Field(None, description="The name of a method; see /v1/methods.", examples=["tag"])
    spans: list[Any] | None = Field(
        None,
        description="What was found elsewhere, `[start, end, label]` each: nothing else is looked for first.",
    )
    table: bool = Field(False, description="Answer with the table of solutions, which holds the originals.")
    keep: bool = Field(False, description="Keep the table here, sealed, for /v1/reidentify.")


class ReidentifyQuestion(Question):
    """An anonymized text, perhaps edited since, and where its table is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "[PERSON1] lives in [CITY1]."}]})
    text: SourceText
    solution: str | None = Field(None, description="What /v1/anonymize called the table that it kept.")
    table: dict[str, Any] | None = Field(None, description="The table itself, as /v1/anonymize answered it.")
    by: Literal["auto", "position", "placeholder", "order"] = "auto"
    labels: list[str] = Field(default_factory=list, description="Only these come back; all if none is named.")


class DocumentQuestion(BaseModel):
    """What is wished for a document, in the address; its bytes are the body."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)
    name: str = Field(
        "", max_length=300, description="Its name; only the suffix is looked at.", examples=["letter.docx"]
    )
    language: str | None = Field(None, max_length=20)
    policy: str | None = Field(None, max_length=100)
    method: str | None = Field(None, max_length=100)
    drop_macros: bool = Field(False, description="Take macros out instead of refusing them.")
    allow_unknown_parts: bool = Field(False, description="Let parts go that nobody can read.")
    answer: Literal["json", "file"] = Field("json", description="`file`: the bytes alone.")
    table: bool = Field(False, description="Answer with the tables of solutions, which hold the originals.")
    keep: bool = Field(False, description="Keep the way back here, sealed, for /v1/documents/reidentify.")
    background: bool = Field(False, description="Answer at once; see /v1/tasks.")


class DocumentBackQuestion(BaseModel):
    """How a document is led back, in the address; the body is its bytes, or these with their tables."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)
    name: str = Field("", max_length=300, description="What it was called when it was anonymized.")
    solution: str | None = Field(
        None, max_length=100, description="What /v1/documents called the way back that it kept."
    )
    by: Literal["auto", "position", "placeholder", "order"] = "auto"
    labels: list[str] = Field(default_factory=list, description="Only these come back; all if none is named.")
    answer: Literal["json", "file"] = Field("json", description="`file`: the bytes alone.")


class SentDocument(Question):
    """A document with its tables, where the service kept none."""

    content: str = Field(description="The file in base64.")
    tables: list[dict[str, Any]] = Field(min_length=1, description="As /v1/documents answered them.")


class FoundSpan(BaseModel):
    start: int
    end: int
    label: str
    score: float
    source: str


class DetectAnswer(BaseModel):
    id: str | int | float | None
    language: str
    spans: list[FoundSpan]


class Replaced(BaseModel):
    start: int
    end: int
    label: str
    entity: int
    method: str
    text: str
    out_start: int
    out_end: int


class AnonymizeAnswer(BaseModel):
    id: str | int | float | None
    language: str
    text: str
    replacements: list[Replaced]
    table: dict[str, Any] | None = None
    solution: str | None = None


class ReturnedAnswer(BaseModel):
    restored: int
    left: int
    complete: bool
    lost: list[str]
    duplicated: list[str]
    altered: list[str]
    unresolved: list[str]
    foreign: list[str]


class ReidentifyAnswer(ReturnedAnswer):
    text: str


class DocumentBackAnswer(ReturnedAnswer):
    format: str
    content: str = Field(description="The file with its originals in base64.")


class DocumentAnswer(BaseModel):
    id: str
    format: str
    content: str = Field(description="The finished file in base64.")
    ledger: dict[str, Any] = Field(description="What became of each part of the file.")
    tables: list[dict[str, Any]] | None = None
    solution: str | None = None


class ErrorAnswer(BaseModel):
    code: str
    sentence: str
    possible: list[str]


class TaskAnswer(BaseModel):
    id: str
    verb: str
    status: Literal["queued", "running", "done", "failed"]
    made: float
    ended: float | None
    error: ErrorAnswer | None


class NamedAnswer(BaseModel):
    name: str
    about: str
