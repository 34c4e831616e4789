"""Substitutes that a ledger keeps: one identity, one name in all documents."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from nescio import pipeline
from nescio.core.errors import JobError
from nescio.core.identity import KeptPerson, KeptThing, Surrogate, kept_from_json, kept_to_json
from nescio.core.model import Job
from nescio.coref.ledger import Ledger
from nescio.packs import load_pack
from nescio.replace.stage import ANOTHER
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.replace.test_substitute import job_of, kit


def solve(ledger: Ledger, marked: str, language: str = "en", method: str = "substitute") -> Job:
    """The job with the ledger's identities, replaced and led back."""
    job = job_of(marked, language)
    [applied] = ledger.apply([replace(job, decisions=None)])
    [done] = ledger.keep(pipeline.run([applied], kit(language, method)))
    assert done.failure is None, done.failure
    assert done.solution is not None
    assert reidentify(done.solution.text, make_table(done), by="position").text == job.document.text
    return done


def text(job: Job) -> str:
    assert job.solution is not None
    return job.solution.text


def another(job: Job) -> int:
    return sum(note.count for note in job.notes if note.code == ANOTHER)


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(load_pack("en"))


def genders(ledger: Ledger) -> list[str]:
    return [item.gender for item in ledger.identities[0].kept if isinstance(item, KeptPerson)]


def first_substitute(ledger: Ledger, place: int = 0) -> str:
    return ledger.identities[place].substitutes[0]


@pytest.mark.parametrize("method", ["substitute", "generalize"])
def test_each_form_in_a_later_document_gets_the_form_of_the_kept_name(ledger: Ledger, method: str) -> None:
    first = text(solve(ledger, "[Robert Hale|PER] came.", method=method))
    name = first_substitute(ledger)
    given, family = name.split()
    assert first == f"{name} came."
    later = solve(ledger, "Mr [Hale|PER|1], [R. Hale|PER|1] or [ROBERT HALE|PER|1].", method=method)
    assert text(later) == f"Mr {family}, {given[0]}. {family} or {name.upper()}."


def test_a_part_that_was_never_written_out_is_filled_in_later(ledger: Ledger) -> None:
    first = text(solve(ledger, "Mr [R. Hale|PER] came."))
    later = text(solve(ledger, "Mr [Robert Hale|PER] came."))
    given, family = later.removeprefix("Mr ").removesuffix(" came.").split()
    assert first == f"Mr {given[0]}. {family} came."


def test_a_further_name_is_added_to_the_kept_ones(ledger: Ledger) -> None:
    solve(ledger, "[Robert Hale|PER] came.")
    name = first_substitute(ledger)
    job = solve(ledger, "[Robert James Hale|PER] came.")
    assert set(name.split()) < set(text(job).removesuffix(" came.").split())
    assert another(job) == 0


@pytest.mark.parametrize("word", ["given", "family"])
def test_a_kept_name_that_stands_in_a_text_gives_way_to_another_that_is_kept_too(
    ledger: Ledger, word: str
) -> None:
    solve(ledger, "[Robert Hale|PER] came.")
    given, family = first_substitute(ledger).split()
    clash, free = (given, family) if word == "given" else (family, given)
    marked = f"[Robert Hale|PER] spoke of {clash}."
    job = solve(ledger, marked)
    shown = text(job).partition(" spoke")[0]
    assert clash not in shown
    assert free in shown.split()  # what can stay stays
    assert another(job) == 1
    assert ledger.identities[0].substitutes == [f"{given} {family}", shown]
    again = solve(ledger, marked)
    assert text(again) == text(job)
    assert another(again) == 0
    assert text(solve(ledger, "[Robert Hale|PER] left.")) == f"{given} {family} left."


def test_a_gender_that_is_known_later_changes_only_the_given_name(ledger: Ledger) -> None:
    solve(ledger, "[R. Hale|PER] came.")
    family = first_substitute(ledger).split()[-1]
    job = solve(ledger, "Mrs [R. Hale|PER] left.")
    assert text(job).endswith(f" {family} left.")
    assert genders(ledger) == ["m", "f"]


def test_a_woman_stays_a_woman_where_her_name_gives_way_and_nothing_shows_her_gender(ledger: Ledger) -> None:
    solve(ledger, "Mrs [Kim Zorkhale|PER] came.")
    family = first_substitute(ledger).split()[-1]
    assert another(solve(ledger, f"[K. Zorkhale|PER] saw {family}.")) == 1
    assert genders(ledger) == ["f", "f"]


def test_relatives_share_a_family_name_with_the_one_who_is_known(ledger: Ledger) -> None:
    solve(ledger, "[Robert Hale|PER] came.")
    family = first_substitute(ledger).split()[-1]
    marked = "[Ruth Hale|PER] and [Robert Hale|PER] left."
    once = text(solve(ledger, marked))
    assert once.count(family) == 2
    assert text(solve(ledger, marked)) == once


def test_no_two_identities_share_a_name_even_when_the_lists_are_used_up(ledger: Ledger) -> None:
    letters = "abcdefghijklmno"
    names = [f"Robert Zor{one}{other}" for one in letters for other in letters][:150]
    for name in names:
        solve(ledger, f"[{name}|PER] came.")
    shown = [item.substitutes for item in ledger.identities]
    assert all(len(item) == 1 for item in shown)
    assert len({item[0] for item in shown}) == len(names)


def test_places_and_bodies_keep_their_names_and_nobody_else_gets_them(ledger: Ledger) -> None:
    marked = "She left [Leeds|CITY] for the [University of Leeds|ORG]."
    first = text(solve(ledger, marked + " It rained."))
    assert text(solve(ledger, marked + " The sun shone.")).partition(".")[0] == first.partition(".")[0]
    for number in range(12):
        solve(ledger, f"Trip {number} to [Zorkton{chr(97 + number)}|CITY].")
    shown = [name for item in ledger.identities for name in item.substitutes]
    assert len(set(shown)) == len(shown)


def test_a_place_that_stands_in_the_text_gives_way(ledger: Ledger) -> None:
    solve(ledger, "She left [Leeds|CITY].")
    old = first_substitute(ledger)
    job = solve(ledger, f"She left [Leeds|CITY] for {old}.")
    assert text(job).count(old) == 1
    assert another(job) == 1


def test_a_place_has_a_name_for_each_language_and_a_person_one_for_all(ledger: Ledger) -> None:
    solve(ledger, "[Robert Hale|PER] left [Boston|CITY].")
    german = text(solve(ledger, "[Robert Hale|PER] kam aus [Boston|CITY].", "de"))
    people, places = ledger.identities
    assert german.startswith(people.substitutes[0])
    assert [item.language for item in places.kept if isinstance(item, KeptThing)] == ["en", "de"]
    assert len(people.kept) == 1


def test_after_a_merge_the_first_keeps_its_name_and_after_a_split_a_new_one_is_drawn(ledger: Ledger) -> None:
    solve(ledger, "[Ana Prado|PER] came.")
    solve(ledger, "[Ana Lobo|PER] came.")
    one, two = (item.substitutes[0] for item in ledger.identities)
    ledger.merge("PER-1", "PER-2")
    assert text(solve(ledger, "[Ana Lobo|PER] left.")) == f"{one} left."
    ledger.split("PER-1", ["Ana Lobo"])
    new = text(solve(ledger, "[Ana Lobo|PER] left.")).removesuffix(" left.")
    assert new not in (one, two)
    assert text(solve(ledger, "[Ana Prado|PER] left.")) == f"{one} left."


def test_a_merge_into_somebody_without_a_name_brings_the_name(ledger: Ledger) -> None:
    ledger.apply([replace(job_of("[Ana Prado|PER]", "en"), decisions=None)])
    solve(ledger, "[Ana Lobo|PER] came.")
    name = ledger.identities[1].substitutes[0]
    ledger.merge("PER-1", "PER-2")
    assert text(solve(ledger, "[Ana Prado|PER] left.")) == f"{name} left."


def test_without_a_ledger_nothing_is_kept() -> None:
    [done] = pipeline.run([job_of("[Robert Hale|PER] came.", "en")], kit("en", "substitute"))
    assert done.solution is not None
    assert not done.solution.kept


def test_what_the_ledger_lends_a_job_leaves_it_again(ledger: Ledger) -> None:
    solve(ledger, "[Robert Hale|PER] came.")
    assert solve(ledger, "[Robert Hale|PER] left.").taken == ()


def test_kept_names_survive_json() -> None:
    thing = KeptThing("en", Surrogate("Reed Ltd", "company", "", "s", False), ("Reed",))
    kept = [KeptPerson("f", {"anna": "Clara"}, {"": "Reed"}), thing]
    assert [kept_from_json(json.loads(json.dumps(kept_to_json(item)))) for item in kept] == kept


@pytest.mark.parametrize(
    "wrong", [1, "Hale", {"text": "Hale"}, {"gender": "f", "given": {"hale": 1}, "family": {}}]
)
def test_what_is_malformed_is_refused_without_quoting_a_name(wrong: object) -> None:
    with pytest.raises(JobError, match=r"^The substitutes that a ledger keeps are malformed\.$") as caught:
        kept_from_json(wrong)
    assert caught.value.__cause__ is None
