"""Groups of settings, and what all settings are made of: numbers as such, nothing beside what is known."""

from __future__ import annotations

from typing import Annotated

from pydantic import AllowInfNan, BaseModel, ConfigDict, Field, Strict

MANY = 1_000_000_000
"""More than there is of anything."""

Whole = Annotated[int, Strict()]
Real = Annotated[float, Strict(), AllowInfNan(False)]
"""Numbers as such: true is not 1."""


class Known(BaseModel):
    """A model that takes no other settings than its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Balance(Known):
    """Balancing of answers, per property (docs/dataset.md); b and gammas as in GQA."""

    top_answers: Whole = Field(default=10, ge=2, le=MANY, description="answers of a property that are kept")
    least_answers: Whole = Field(
        default=4,
        ge=1,
        le=MANY,
        description="answers that a property must have to be kept: with fewer, a guess is often right",
    )
    rounds: Whole = Field(default=3, ge=1, le=100, description="rounds of smoothing, each flatter")
    flatten: Real = Field(
        default=0.8, gt=0, le=1, description="factor by which ratios come closer to one from round to round"
    )
    b: Real = Field(default=2.0, ge=0, le=MANY, description="offset of the head's largest share")
    gamma: Real = Field(default=1.25, ge=1, le=MANY, description="largest ratio of the first two answers")
    gup: Real = Field(default=0.03, ge=0, le=MANY, description="growth of that ratio from answer to answer")
    max_gamma: Real = Field(
        default=1.4, ge=1, le=MANY, description="largest ratio of two neighbouring answers"
    )


class Blind(Known):
    """What is called guessable without the image (docs/dataset.md)."""

    share: Real = Field(
        default=0.8,
        gt=0.5,
        le=1,
        description="share of the other questions alike whose answer makes a question guessable",
    )
    support: Whole = Field(
        default=5, ge=1, le=MANY, description="other questions alike that it takes to say so"
    )
    leave_out: bool = Field(default=False, description="leave out what is guessable")
