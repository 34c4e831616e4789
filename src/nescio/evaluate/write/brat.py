"""brat stand-off: a text and its `.ann` for each document."""

from __future__ import annotations

from nescio.evaluate.model import Annotation


def write_ann(item: Annotation) -> str:
    """A `T` line for each mention, one `Equiv` for each entity with several."""
    text = item.text or ""
    lines, groups = [], {}  # type: tuple[list[str], dict[str, list[str]]]
    for number, mention in enumerate(item.mentions, 1):
        shown = " ".join(text[mention.start : mention.end].split())
        label = "_".join(mention.label.split())
        lines.append(f"T{number}\t{label} {mention.start} {mention.end}\t{shown}")
        if mention.entity:
            groups.setdefault(mention.entity, []).append(f"T{number}")
    lines += [f"*\tEquiv {' '.join(keys)}" for keys in groups.values() if len(keys) > 1]
    return "".join(f"{line}\n" for line in lines)
