"""Stage 7: images into train and test, by answer categories, disjoint by photo."""

from __future__ import annotations

from pipeline.dataset.kept import register_optional
from pipeline.dataset.stages import Context
from pipeline.relational.engine import SqlEngine


def run_split(context: Context) -> None:
    """Write the part of every image that U asks about; B inherits it."""
    settings, folder = context.settings, context.folder("split")
    with context.engine("split", joins_as_written=True) as engine:
        engine.register({"images": context.table("annotate", "images")})
        register_optional(engine, settings)
        categorize(engine, settings.min_answer_share)
        engine.create("photos", "split_photos", seed=str(settings.seed), train=settings.train_share)
        engine.write_parquet(folder / "split.parquet", "split_images", order="image_id")
        parts = dict(engine.rows("split_counts"))
    context.progress.note(f"{parts.get('train', 0):,} photos in train, {parts.get('test', 0):,} in test")


def categorize(engine: SqlEngine, share: float) -> None:
    """Make the table `categories` of the photos that the table `questions` asks about; needs `images`.

    `share` of all answers makes an answer a category.
    """
    engine.create("frequent", "split_frequent", share=share)
    engine.create("asked_photos", "split_asked")
    engine.create("given", "split_given")
    engine.create("first_given", "split_first")
    engine.create("categories", "split_categories")
