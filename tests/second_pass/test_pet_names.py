"""Pet names of people who were found are found too; words of the language are not."""

from __future__ import annotations

import pytest

from nescio.core.model import Document
from nescio.packs import load_pack
from nescio.second_pass.variants import VariantPass
from tests.helpers import span_of


@pytest.mark.parametrize(
    ("language", "name", "rest", "found"),
    [
        ("en", "Margaret", "give maggie her phone", ["maggie"]),
        ("en", "Ruth", "omg yes ruthie thanks", ["ruthie"]),
        ("en", "William", "pay the bill now", []),
        ("en", "Callum Reyes", "call the doctor", []),
        ("de", "Gretel", "Mutter und Gretelchen kommen", ["Gretelchen"]),
        ("de", "Norbert Wiese", "i hol di nobbi", ["nobbi"]),
        ("de", "Kantor", "unsere Kantorin singt", []),
        ("pt", "Neuza", "claro neuzinha querida", ["neuzinha"]),
        ("pt", "Sebastião Paz", "chama o tião já", ["tião"]),
        ("pt", "Lê", "culpa da minha letícia", ["letícia"]),
        ("pt", "Pê", "o peixe da rê", []),
        ("pt", "Carla", "comprei uma carrinha", []),
        ("es", "Ramón", "te ha calado monchito", ["monchito"]),
        ("es", "Esperanza", "me queda uno espe", ["espe"]),
        ("es", "Flora", "una flor en el ojal", []),
    ],
)
def test_a_pet_name_is_found_with_its_person(language: str, name: str, rest: str, found: list[str]) -> None:
    text = f"{name}: ja. {rest}"
    pack = load_pack(language)
    spans = VariantPass.build(pack, {}).rescan(Document("d", text, language), [span_of(text, name)])
    assert [text[span.start : span.end] for span in spans[1:]] == found
