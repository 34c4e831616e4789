"""Policies as data: what goes, what stays, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.core.model import Decision, Document, Entity, Span
from nescio.core.protocols import Policy
from nescio.decide.policy import DataPolicy, build_own, build_table
from nescio.decide.table import checked
from nescio.packs import languages, load_pack
from nescio.packs.policies import read_policy
from nescio.testing import PolicyContract
from tests.helpers import span_of

Write = Callable[[str, str], Path]
NAMES = ["blanket", "hipaa", "judicial", "listed", "names-only", "selective"]


class TestBlanket(PolicyContract):
    def make(self) -> Policy:
        return build_table(load_pack("xx"), {"name": "blanket"})

    def test_everything_goes(self) -> None:
        assert self.make().decide(Document("d", self.text), self.entities) == [
            Decision(0, True, "policy:blanket"),
            Decision(1, True, "policy:blanket"),
        ]


def hidden(
    name: str, text: str, labels: Mapping[str, str], *, language: str = "en", **options: Any
) -> list[str]:
    """The surfaces of those parts of a text that a policy hides."""
    policy = build_table(load_pack(language), {"name": name, **options})
    spans = [span_of(text, surface, label) for surface, label in labels.items()]
    entities = [Entity(number, span.label, (span,)) for number, span in enumerate(spans)]
    decisions = policy.decide(Document("d", text, language), entities)
    return [text[s.start : s.end] for s, decision in zip(spans, decisions, strict=True) if decision.hide]


def test_six_policies_are_built_in() -> None:
    assert sorted(load_pack("xx").policies) == NAMES


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_every_policy_has_a_rule_for_every_label_and_says_what_it_is(name: str, language: str) -> None:
    pack = load_pack(language)
    policy = build_table(pack, {"name": name})
    assert {policy.rule_for(label.name) for label in pack.labels}
    assert policy.table.about
    assert policy.table.source


def test_names_only_hides_people_of_every_kind() -> None:
    found = hidden("names-only", "Ida Voss of Aalby", {"Ida": "GIVEN", "Voss": "FAMILY", "Aalby": "CITY"})
    assert found == ["Ida", "Voss"]


def test_a_city_counts_inside_an_address_and_not_in_free_text() -> None:
    text = "12 Mill Road, LS1 4AB Leeds, England. She likes York, on 3 May."
    parts = {
        "12 Mill Road": "STREET",
        "LS1 4AB": "POSTCODE",
        "Leeds": "CITY",
        "England": "COUNTRY",
        "York": "CITY",
        "3 May": "DATE",
    }
    assert hidden("selective", text, parts) == ["12 Mill Road", "LS1 4AB", "Leeds", "England"]


@pytest.mark.parametrize(
    ("language", "text", "officers", "others"),
    [
        ("en", "Judge Ames heard Ida Voss, counsel Bond for her.", ["Ames", "Bond"], ["Ida Voss"]),
        ("en", "Ida Voss was represented by Pell at the trial.", ["Pell"], ["Ida Voss"]),
        ("en", "Present: Ames J.A., and Ida Voss", ["Ames"], ["Ida Voss"]),
        ("en", "Ida Voss met Bond, counsel for her.", ["Bond"], ["Ida Voss"]),
        ("de", "Richterin Amsel hörte Ida Voss; Rechtsanwalt Krag sprach.", ["Amsel", "Krag"], ["Ida Voss"]),
        ("pt", "O Juiz Amaral ouviu Ida Voss, advogada Lima presente.", ["Amaral", "Lima"], ["Ida Voss"]),
        ("es", "La Magistrada Amador oyó a Ida Voss y al Fiscal Luna.", ["Amador", "Luna"], ["Ida Voss"]),
    ],
)
def test_who_acts_for_the_court_keeps_the_name(
    language: str, text: str, officers: list[str], others: list[str]
) -> None:
    people = dict.fromkeys([*officers, *others], "PER")
    assert hidden("judicial", text, people, language=language) == others


def test_the_judicial_policy_keeps_courts_and_dates_and_hides_births_and_companies() -> None:
    text = "County Court of Aalby, 3 May 2021, born 2 June 1960, Zenn Ltd, no. 14/2"
    parts = {
        "County Court of Aalby": "COURT",
        "3 May 2021": "DATE",
        "2 June 1960": "BIRTHDATE",
        "Zenn Ltd": "COMPANY",
        "14/2": "CODE",
    }
    assert hidden("judicial", text, parts) == ["2 June 1960", "Zenn Ltd"]


@pytest.mark.parametrize(
    ("text", "label", "goes"),
    [
        ("1987", "DATE", False),
        ("in 1987", "DATE", False),
        ("3 May 1987", "DATE", True),
        ("May 1987", "DATE", True),
        ("2 June", "BIRTHDATE", True),
        ("89", "AGE", False),
        ("90 years old", "AGE", True),
        ("ninety", "AGE", True),
        ("Vermont", "REGION", False),
        ("Aalby", "CITY", True),
        ("nurse", "PROFESSION", False),
        ("AB 12", "CODE", True),
    ],
)
def test_the_safe_harbour_keeps_years_states_and_ages_up_to_89(text: str, label: str, goes: bool) -> None:
    assert hidden("hipaa", text, {text: label}) == ([text] if goes else [])


@pytest.mark.parametrize(
    ("policy", "text", "label", "left"),
    [
        ("judicial", "4 May 1971", "BIRTHDATE", "# 1971"),
        ("judicial", "04.05.1971", "BIRTHDATE", "#.1971"),
        ("judicial", "1971-05-04", "BIRTHDATE", "1971-#"),
        ("judicial", "4 de mayo de 1971", "BIRTHDATE", "# 1971"),
        ("judicial", "1971", "BIRTHDATE", "1971"),
        ("judicial", "4.5.71", "BIRTHDATE", "#"),
        ("judicial", "4 May 1971", "DATE", "4 May 1971"),
        ("hipaa", "4 May 2021", "DATE", "# 2021"),
        ("hipaa", "May 2021", "DATE", "# 2021"),
        ("hipaa", "1999–2003", "DATE", "1999–2003"),
        ("hipaa", "4 May 1971", "BIRTHDATE", "# 1971"),
        ("hipaa", "4 May 1871", "BIRTHDATE", "#"),
        ("hipaa", "1871", "BIRTHDATE", "#"),
        ("blanket", "4 May 1971", "BIRTHDATE", "#"),
    ],
)
def test_the_year_of_a_date_stays_where_the_policy_says_so(
    policy: str, text: str, label: str, left: str
) -> None:
    made = build_table(load_pack("en"), {"name": policy})
    doc = Document("d", text, "en")
    entities = [Entity(0, label, (Span(0, len(text), label, 1.0, "t"),))]
    [decision] = made.decide(doc, entities)
    for span in reversed((decision.mentions or entities[0].mentions) if decision.hide else ()):
        text = f"{text[: span.start]}#{text[span.end :]}"
    assert text == left


def test_the_whole_pipeline_keeps_the_year_of_birth_under_the_judicial_policy() -> None:
    import nescio

    options = {"detect": {"detectors": ["patterns"]}, "decide": {"policy": "judicial"}}
    result = nescio.load("en", options=options).anonymize("Mrs Ida Voss, born 4 May 1971, appealed.")
    assert result.text == "Mrs [PERSON1], born [BIRTHDATE1] 1971, appealed."
    restored = nescio.reidentify(result.text, result.table)
    assert restored.text == "Mrs Ida Voss, born 4 May 1971, appealed."


def test_words_may_always_or_never_go(write: Write) -> None:
    never, always = write("never.txt", "Aalby\n"), write("always.txt", "zenn\n")
    parts = {"Aalby": "PER", "Zenn": "DATE", "Ida": "PER"}
    found = hidden("names-only", "Aalby Zenn Ida", parts, exclude=[str(never)], include=[str(always)])
    assert found == ["Zenn", "Ida"]


def test_a_decision_says_which_rule_made_it() -> None:
    policy = build_table(load_pack("en"), {"name": "hipaa"})
    doc = Document("d", "Ida 1987")
    entities = [
        Entity(0, "PER", (Span(0, 3, "PER", 1, "t"),)),
        Entity(1, "DATE", (Span(4, 8, "DATE", 1, "t"),)),
    ]
    reasons = [decision.reason for decision in policy.decide(doc, entities)]
    assert reasons == ["policy:hipaa", "policy:hipaa:keep_year"]


OWN = 'about = "mine"\nexclude = ["Aalby"]\n[labels]\ndefault = "keep"\nLOCATION = "hide"\n'


def test_a_policy_of_ones_own_is_a_file(write: Write) -> None:
    policy = build_own(load_pack("en"), {"file": str(write("mine.toml", OWN))})
    assert isinstance(policy, DataPolicy)
    assert policy.table.name == "mine"
    assert policy.rule_for("CITY") == "hide"
    assert policy.rule_for("PER") == "keep"


WRONG = [
    ("= 5", "Policy 'mine.toml' is not TOML in UTF-8"),
    ("colour = 1\n" + OWN, "Policy 'mine.toml' has the key 'colour'. Known: about"),
    ("about = 'x'\n", "needs a table [labels] with a rule for 'default'"),
    ("[labels]\nPER = 'hide'\n", "needs a table [labels] with a rule for 'default'"),
    (OWN.replace('"hide"', '["hide"]'), "there is no rule"),
    (OWN.replace('"hide"', '"hid"'), "there is no rule 'hid' for 'LOCATION'. Did you mean 'hide'"),
    (OWN.replace("LOCATION", "PLANET"), "no label 'PLANET'"),
    (OWN.replace('["Aalby"]', '"Aalby"'), "'exclude' is a list of strings"),
]


@pytest.mark.parametrize(("content", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_policy_is_refused(write: Write, content: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        checked(read_policy(write("mine.toml", content), load_pack("en").labels))
    assert message in str(caught.value)


def test_a_missing_file_and_unknown_options_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no policy file"):
        build_own(load_pack("en"), {"file": str(tmp_path / "none.toml")})
    with pytest.raises(ConfigError, match="needs the option 'file'"):
        build_own(load_pack("en"), {})
    with pytest.raises(ConfigError, match="A policy has no option 'files'"):
        build_own(load_pack("en"), {"file": "x.toml", "files": []})
    with pytest.raises(ConfigError, match=r"no option 'exclud'. Did you mean 'exclude'"):
        build_table(load_pack("en"), {"name": "blanket", "exclud": []})


def test_listed_hides_what_the_user_named_and_nothing_else() -> None:
    policy = build_table(load_pack("en"), {"name": "listed"})
    own, other = Span(0, 4, "PER", 0.9, "lists:own/hide"), Span(5, 9, "PER", 0.9, "tagger")
    entities = [Entity(0, "PER", (own, Span(10, 14, "PER", 0.9, "tagger"))), Entity(1, "PER", (other,))]
    decisions = policy.decide(Document("d", "Anna Bert Anna", "en"), entities)
    assert [decision.hide for decision in decisions] == [True, False]


CITED = [
    ("The court followed Smith v. Jones and left the rest open.", {"Smith": "PER", "Jones": "PER"}, []),
    ("The court followed R. v. Oakes there, and this court does too.", {"R. v. Oakes": "ORG"}, []),
    ("In Tolk v. Zenn Ltd the judges held otherwise.", {"Tolk": "PER", "Zenn Ltd": "COMPANY"}, []),
    ("MARA OAKES v. ZENN LTD\n\nThe appeal fails.", {"MARA OAKES": "PER", "ZENN LTD": "COMPANY"},
     ["MARA OAKES", "ZENN LTD"]),
    ("Oakes v. Zenn Ltd", {"Oakes": "PER", "Zenn Ltd": "COMPANY"}, ["Oakes", "Zenn Ltd"]),
    ("The judge, Lena Brook, heard her and agreed.", {"Lena Brook": "PER"}, []),
    ("The presiding judge was Lena Brook, who agreed.", {"Lena Brook": "PER"}, []),
    ("The judge was told that Tom Orr left.", {"Tom Orr": "PER"}, ["Tom Orr"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "labels", "gone"), CITED)
def test_judicial_keeps_cited_cases_and_judges(text: str, labels: dict[str, str], gone: list[str]) -> None:
    assert hidden("judicial", text, labels) == gone


def test_judicial_hides_a_party_also_where_a_case_is_cited_by_the_same_name() -> None:
    policy, text = build_table(load_pack("en"), {"name": "judicial"}), "Mara Oakes cited R. v. Oakes in vain."
    party = Entity(0, "PER", (span_of(text, "Mara Oakes", "PER"), Span(23, 28, "PER", 0.9, "t")))
    [decision] = policy.decide(Document("d", text, "en"), [party])
    assert decision.hide
