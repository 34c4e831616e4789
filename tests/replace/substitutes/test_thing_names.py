"""New names for things."""

from __future__ import annotations

from nescio.core.identity import Surrogate
from nescio.core.model import Document
from nescio.core.scene import Scene
from nescio.packs import load_pack
from nescio.packs.surrogates import Surrogates
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.thing_names import ThingNames, Wanted


def draw(*places: Surrogate, patterns: tuple[Surrogate, ...] = (), text: str = "") -> Draw:
    lists = Surrogates({"m": (), "f": ()}, ("Zorn",), places, patterns)
    return Draw(lists, Scene(Document("d", text, "de"), (), (), {}), seed="")


def chosen(names: ThingNames, drawn: Draw, wanted: Wanted) -> str | None:
    new = names.choose(drawn, wanted)
    return new.surrogate.text if new else None


def german() -> ThingNames:
    pack = load_pack("de")
    return ThingNames(pack.types, pack.grammar.unsuffixed)


def test_the_gender_counts_before_the_article() -> None:
    items = (Surrogate("Aal", "river", "m", "s", True), Surrogate("Bode", "river", "f", "s", False))
    assert chosen(german(), draw(*items), Wanted("river", "f", True)) == "Bode"


def test_a_type_without_names_takes_one_above_it_and_places_take_towns() -> None:
    town = Surrogate("Aalby", "town", "n", "s", False)
    assert chosen(german(), draw(town), Wanted("river", "", False)) == "Aalby"
    assert chosen(german(), draw(town), Wanted("company", "", False)) is None


def test_a_name_of_the_text_is_not_given_again() -> None:
    town = Surrogate("Aalby", "town", "n", "s", False)
    assert chosen(german(), draw(town, text="Aalby"), Wanted("town", "", False)) is None


def test_a_suffix_is_put_only_to_names_that_can_take_it() -> None:
    bote = (Surrogate("{city}er Bote", "newspaper", "m", "s", True),)
    wrong = Surrogate("Zorksen", "city", "n", "s", False)
    right = Surrogate("Aalby", "city", "n", "s", False)
    wanted = Wanted("newspaper", "m", True)
    assert chosen(german(), draw(wrong, patterns=bote), wanted) is None
    assert chosen(german(), draw(wrong, right, patterns=bote), wanted) == "Aalbyer Bote"
