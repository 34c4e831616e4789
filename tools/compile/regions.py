"""Towns, how their postcodes begin, and their dialling codes: `languages/xx/surrogates/regions.tsv`.

Postcodes are written by hand in `towns.tsv`; dialling codes come from the tables of phonenumbers, by name.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from phonenumbers.geodata import GEOCODE_DATA

from tools.sources import target, wrote

TOWNS: Final = Path(__file__).with_name("towns.tsv")
CALLING: Final = {"DE": "49", "AT": "43", "GB": "44", "US": "1", "CA": "1", "BR": "55"}
NONE, ALL_OF = "-", "*"  # for the codes of a town: there are none to give; those of a state that are left
AREA, TOWN = "area", "town"
AREA_CODE: Final = 3  # figures of a dialling code in North America
HEAD: Final = (
    "# Towns, and areas that are none, how their postcodes begin, and their dialling codes; by\n"
    "# tools/compile/regions.py.\n"
    "# Written once: whoever changes it changes the postcodes and telephone numbers of every key.\n"
    "# country\ttown\tkind\tpostcodes\tcodes\n"
)


class Town(NamedTuple):
    """A line of `towns.tsv`."""

    country: str
    name: str
    postcodes: str
    codes: str


def main() -> None:
    path = target() / "xx" / "surrogates" / "regions.tsv"
    path.write_text(HEAD + "".join("\t".join(row) + "\n" for row in rows(read_towns())), encoding="utf-8")
    wrote(path)


def read_towns() -> list[Town]:
    with TOWNS.open(encoding="utf-8") as file:
        lines = (line for line in file if not line.startswith("#"))
        return [Town(*row) for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)]


def rows(towns: Sequence[Town]) -> Iterator[tuple[str, str, str, str, str]]:
    names = {country: _codes_by_name(calling) for country, calling in CALLING.items()}
    taken = {code for town in towns if town.country in ("US", "CA") for code in town.codes.split()}
    for town in towns:
        kind = AREA if town.codes.startswith(ALL_OF) else TOWN
        yield town.country, town.name, kind, town.postcodes, _codes(town, names.get(town.country, {}), taken)


def _codes(town: Town, names: Mapping[str, Sequence[str]], taken: set[str]) -> str:
    if town.codes == NONE:
        return ""
    if town.codes.startswith(ALL_OF):
        state = f", {town.codes[1:]}"
        own = [
            code
            for name, found in names.items()
            if name == town.name or name.endswith(state)
            for code in found
        ]
        return " ".join(sorted(code for code in own if len(code) == AREA_CODE and code not in taken))
    if town.codes:
        return town.codes
    [code] = names[town.name.replace("ß", "ss")]
    return code


def _codes_by_name(calling: str) -> dict[str, list[str]]:
    found = defaultdict(list)
    for code, said in GEOCODE_DATA.items():
        if code.startswith(calling):
            for name in set(said.values()):
                found[name].append(code.removeprefix(calling))
    return found


if __name__ == "__main__":
    main()
