"""Stage 8: which questions can be guessed without the image."""

from __future__ import annotations

from pipeline.dataset.kept import register_optional
from pipeline.dataset.stages import Context


def run_blind(context: Context) -> None:
    """Write the questions with whether they can be guessed, and the counts of train that tell it.

    With the setting `blind.leave_out`, those that can be guessed are left out.
    """
    settings, folder = context.settings, context.folder("blind")
    blind = settings.blind
    with context.engine("blind", joins_as_written=True) as engine:
        engine.register(
            {
                "noun_forms": context.table("bank", "noun_forms"),
                "split": context.table("split", "split"),
            }
        )
        register_optional(engine, settings)
        engine.create("asked", "blind_asked")
        engine.write_parquet(folder / "priors.parquet", "blind_priors", order="property_id, noun, answer")
        engine.register({"priors": folder / "priors.parquet"})
        engine.create("judged", "blind_judged", share=blind.share, support=blind.support)
        engine.create_view("told", "blind_told")
        order, left = "image_id, question_id", {"leave_out": blind.leave_out}
        engine.write_nearly(folder / "questions.parquet", "blind_kept", order=order, **left)
        engine.write_unordered(folder / "blind_rejected.parquet", "blind_rejected", **left)
        found = int(engine.rows("blind_guessable")[0][0] or 0)
    done = "left out" if blind.leave_out else "can be guessed without the image"
    context.progress.note(f"{found:,} questions {done}")
