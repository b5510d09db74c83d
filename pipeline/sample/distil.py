"""`python -m pipeline.sample.distil REFERENCE DATA`: makes `data/` anew from the reference extracts.

REFERENCE is the folder with `wikidata/` and `visual_genome/`; what is under `data/reviewed` is written
by hand and left alone.
"""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.base.progress import Progress
from pipeline.base.resources import resource_dir
from pipeline.sample.visual_genome import distil_visual_genome
from pipeline.sample.wikidata import distil_wikidata
from pipeline.sample.wordnet import distil_wordnet


@click.command()
@click.argument("reference", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("data", type=click.Path(file_okay=False, path_type=Path), default=None, required=False)
def main(reference: Path, data: Path | None) -> None:
    """Distil the embedded sample from the extracts in REFERENCE into DATA."""
    target = data or resource_dir("data")
    progress = Progress()
    links = distil_wordnet(reference / "wikidata" / "synset_links.tsv.gz", target)
    distil_wikidata(reference / "wikidata", links, target)
    distil_visual_genome(reference / "visual_genome", target, progress)
    progress.note(f"wrote {sum(f.stat().st_size for f in target.rglob('*') if f.is_file()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
