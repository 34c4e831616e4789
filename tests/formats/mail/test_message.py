"""Messages as the programs of this world write them: written without the name, or refused with a sentence."""

from __future__ import annotations

import email
from email import policy

import pytest

from nescio.core.errors import InputError
from nescio.formats.document import Wishes
from nescio.formats.mail.format import MailFormat
from tests.formats.hiding import back, hide, text_of
from tests.formats.mail.shapes import NAME, REFUSED, SURNAME, WRITTEN, library_shapes
from tests.formats.planted import Planter
from tests.formats.planted_mail import left_in_mail

MAIL = MailFormat(Wishes())
SHAPES = WRITTEN | dict(library_shapes())
WORDS = (NAME, SURNAME, "quentin.hollerbach@firm.example")


def left(data: bytes) -> dict[str, str]:
    plant = Planter()
    plant.corners = {SURNAME: "somewhere"}
    return left_in_mail(data, plant)


@pytest.mark.parametrize("data", SHAPES.values(), ids=SHAPES.keys())
def test_no_shape_of_mail_keeps_the_name(data: bytes) -> None:
    assert left(data)
    written, jobs = hide(MAIL, data, *WORDS)
    assert left(written) == {}
    assert text_of(MAIL, back(MAIL, written, jobs)) == text_of(MAIL, data)
    assert email.message_from_bytes(written, policy=policy.default).keys()


@pytest.mark.parametrize("data", SHAPES.values(), ids=SHAPES.keys())
def test_where_nothing_is_hidden_nothing_changes(data: bytes) -> None:
    assert hide(MAIL, data, "Nobodyhere")[0] == data


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED.keys())
def test_other_shapes_are_refused_or_emptied(data: bytes) -> None:
    with pytest.raises(InputError, match="cannot be made safe"):
        hide(MAIL, data, *WORDS)
    written, _ = hide(MailFormat(Wishes(drop_unknown=True)), data, *WORDS)
    assert left(written) == {}
