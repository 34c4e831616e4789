"""`nescio propose`: replacements as tracked changes of a Word document."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nescio.cli import options
from nescio.cli.console import count, tell
from nescio.cli.places import claim_places

EPILOG = options.examples(
    ("nescio propose decision.docx -o review.docx", "accept or reject in Word or LibreOffice"),
    ("nescio seal review.docx -o public.docx", "what stands, without history"),
)


def propose(
    document: Annotated[Path, typer.Argument(metavar="FILE", help="A Word document.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The review copy.")],
    policy: Annotated[str, typer.Option("--policy", help="What is proposed.")] = "learnt",
    method: Annotated[str, typer.Option("--method", "-m", help="What would stand there.")] = "initials",
    language: options.Language = "auto",
    config: options.Config = None,
) -> None:
    """Write every replacement as a tracked change, with the reason and probability in a comment."""
    from nescio.files.places import PRIVATE, content_of
    from nescio.files.whole import write_whole
    from nescio.run import review
    from nescio.run.configured import policy_file
    from nescio.run.opening import open_anonymizer

    claim_places((document, config, policy_file(policy)), {"--output": output})
    anonymizer = open_anonymizer(language, config=config, methods=[method], policy=policy)
    copy, number = review.propose(content_of(document), anonymizer)
    write_whole(output, copy, widest=PRIVATE)
    tell(f"{count(number, 'change')} proposed in {output}; it holds all names and is not for publication.")
