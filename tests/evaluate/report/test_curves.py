"""Curves are whole pictures, whatever the values."""

from __future__ import annotations

from xml.etree import ElementTree

from nescio.evaluate.report.curves import curve_page


def test_a_curve_has_a_dot_per_value_and_no_markup_of_its_names() -> None:
    picture = curve_page("F2 & more", ["+ <a>", "b"], {"F2": [0.2, 0.9], "other": [0.1, 0.1]})
    root = ElementTree.fromstring(picture)  # noqa: S314 (our own)
    assert len(root.findall(".//{*}circle")) == 4
    assert len(root.findall(".//{*}polyline")) == 2


def test_nothing_is_drawn_of_nothing() -> None:
    assert "circle" not in curve_page("empty", [], {})
