"""Policies as a person reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.run.policies import list_policies, show_policy


def test_every_policy_says_what_it_is_about() -> None:
    policies = dict(list_policies("de"))
    assert "judicial" in policies
    assert all(policies.values())


def test_a_policy_has_a_rule_for_every_label() -> None:
    shown = show_policy("hipaa", "en")
    assert set(shown.rule_for) == {label.name for label in shown.labels}


def test_a_policy_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('about = "mine"\n[labels]\ndefault = "keep"\nPER = "hide"\n', encoding="utf-8")
    assert show_policy(str(path), "xx").rule_for["PER"] == "hide"


def test_an_unknown_policy_is_refused_with_those_that_exist() -> None:
    with pytest.raises(
        ConfigError, match=r"^There is no policy 'hippa'\. Did you mean 'hipaa'\? Known: blanket, "
    ):
        show_policy("hippa", "xx")
