"""The build: all stages in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from pipeline.base.files import read_tsv
from pipeline.base.progress import Progress
from pipeline.base.resources import resource_dir
from pipeline.dataset.annotate import annotate
from pipeline.dataset.balance import run_balance
from pipeline.dataset.bank import run_bank
from pipeline.dataset.blind.stage import run_blind
from pipeline.dataset.claim import claimed
from pipeline.dataset.distractors import run_distractors
from pipeline.dataset.emptiness import require_images, require_questions
from pipeline.dataset.layout import MANIFEST, require_out
from pipeline.dataset.link import endpoint_inputs, run_fetch, run_link
from pipeline.dataset.part_folder import LAST_STAGE, begin_part, end_part, require_part
from pipeline.dataset.questions import run_part_questions, run_questions
from pipeline.dataset.release import run_release
from pipeline.dataset.remote import bring_inputs, placed_here, send_dataset
from pipeline.dataset.settings import Settings
from pipeline.dataset.split import run_split
from pipeline.dataset.stages import Context, Stage, run_stages
from pipeline.dataset.vocabulary import domain_ids, library_of, property_ids
from pipeline.sources.detect import image_sources, landmark_source
from pipeline.wikidata.contact import require_contact


def run_annotate(context: Context) -> None:
    """Read the annotations that the settings name."""
    settings, folder = context.settings, context.folder("annotate")
    synsets = _synsets_by_name()
    sources = image_sources(settings.image_paths, lambda name: synsets.get(name, ""))
    if settings.landmark_path:
        sources.append(landmark_source(settings.landmark_path))
    with context.engine("annotate") as engine:
        annotate(sources, folder, engine, context.progress, seed=settings.seed, limit=settings.limit)
    require_images(context)


def _ask(context: Context) -> None:
    if context.settings.part:
        run_part_questions(context)
        return
    run_questions(context)
    require_questions(context, "questions")


def _draw_options(context: Context) -> None:
    run_distractors(context)
    require_questions(context, "distractors")


def _guess(context: Context) -> None:
    run_blind(context)
    require_questions(context, "blind")


def _synsets_by_name() -> dict[str, str]:
    """Return Visual Genome's table of object names and synsets."""
    rows = read_tsv(resource_dir("data") / "visual_genome" / "object_synsets.tsv.gz", ["name", "synset"])
    return {row["name"]: row["synset"] for row in rows}


def _annotations(settings: Settings) -> Iterable[Path]:
    return filter(None, [*settings.image_paths, settings.landmark_path, *_data("visual_genome")])


def _data(*folders: str) -> list[Path]:
    return [resource_dir("data") / name for name in folders]


def build(
    settings: Settings,
    progress: Progress,
    *,
    until: str | None = None,
    around: Callable[[Stage], Stage] = lambda stage: stage,
) -> Path:
    """Run the stages that are not up to date; settings that cannot work fail before anything is read.

    `around` may put something around each stage: a benchmark measures them so.
    Returns the dataset's folder on this machine, which is another one than `settings.out` if that is a URL.
    BusyError if another build works in the same folders.
    """
    wanted, settings = settings, placed_here(settings)
    part = settings.part
    if part:
        require_part(settings, part, until)
    else:
        require_out(settings)
    library = library_of(settings)
    domain_ids(settings.domains, library)
    property_ids(settings.properties, library)
    if settings.is_live and not settings.offline:
        require_contact(settings.contact)
    library.check()
    with claimed(settings):
        if part:
            begin_part(settings, part)
        bring_inputs(wanted, progress)
        stages = [around(stage) for stage in STAGES]
        run_stages(stages, Context(settings, progress), until=until or (LAST_STAGE if part else None))
        if part and until in (None, LAST_STAGE):
            end_part(Context(settings, progress), part)
        elif not part and until in (None, STAGES[-1].name):
            send_dataset(settings.out, wanted, progress)
    return settings.out


STAGES = (
    Stage(
        "annotate",
        "reads the annotated images",
        run_annotate,
        reads=("images", "landmarks", "limit", "seed"),
        inputs=_annotations,
    ),
    Stage(
        "link",
        "links what they show to Wikidata",
        run_link,
        after=("annotate",),
        reads=("endpoint",),
        uses=("queries",),
        inputs=lambda settings: [*endpoint_inputs(settings), *_data("reviewed", "wordnet")],
    ),
    Stage(
        "fetch",
        "fetches the facts",
        run_fetch,
        after=("link",),
        reads=("endpoint", "language", "hops"),
        uses=("queries", "templates"),
        inputs=lambda settings: [*endpoint_inputs(settings), *_data("reviewed", "wikidata")],
    ),
    Stage(
        "bank",
        "writes the question bank",
        run_bank,
        after=("annotate", "link", "fetch"),
        reads=("language", "domains", "properties", "hops", "seed", "consistency_wordings"),
        uses=("templates",),
        inputs=lambda settings: _data("reviewed", "wordnet"),
    ),
    Stage(
        "questions",
        "asks about the images",
        _ask,
        after=("annotate", "bank"),
        reads=("language", "hops", "seed", "per_image", "max_repeats", "same_iou", "shard_images", "shard"),
        uses=("templates",),
    ),
    Stage(
        "distractors",
        "draws wrong options",
        _draw_options,
        after=("fetch", "bank", "questions"),
        reads=("language", "distractors", "balance", "seed"),
        uses=("templates",),
    ),
    Stage(
        "split",
        "splits the images into train and test",
        run_split,
        after=("annotate", "distractors"),
        reads=("train_share", "min_answer_share", "seed"),
    ),
    Stage(
        "blind",
        "tells what can be guessed without the image",
        _guess,
        after=("bank", "distractors", "split"),
        reads=("blind",),
    ),
    Stage(
        "balance",
        "balances the answers",
        run_balance,
        after=("blind",),
        reads=("balance", "seed"),
    ),
    Stage(
        "release",
        "writes the dataset",
        run_release,
        after=("annotate", "link", "fetch", "bank", "questions", "distractors", "split", "blind", "balance"),
        reads=("out", "seed", "distractors", "shard_images", "consistency_sets", "consistency_wordings"),
        product=lambda settings: settings.out / MANIFEST,
    ),
)
