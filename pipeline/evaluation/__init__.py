"""How good a dataset is, and how well models answer it."""

from pipeline.evaluation.gqa import GqaScores, gqa_scores
from pipeline.evaluation.ood.gqa_ood import OodSplit, gqa_ood_split
from pipeline.evaluation.similarity import semantic_similarity
from pipeline.evaluation.texts.choice import multiple_choice
from pipeline.evaluation.texts.open_answers import alias_match, exact_match, substring_match, token_match
from pipeline.evaluation.texts.vqa import soft_accuracy, vqa_accuracy, vqa_normalize

__all__ = [
    "GqaScores",
    "OodSplit",
    "alias_match",
    "exact_match",
    "gqa_ood_split",
    "gqa_scores",
    "multiple_choice",
    "semantic_similarity",
    "soft_accuracy",
    "substring_match",
    "token_match",
    "vqa_accuracy",
    "vqa_normalize",
]
