"""All checks: importing this registers them."""

from __future__ import annotations

from pipeline.quality import answers, facts, options, sets, texts
from pipeline.quality.registry import CHECKS, Check, chosen, findings

MODULES = (facts, texts, answers, options, sets)
"""The modules that register checks."""

__all__ = ["CHECKS", "MODULES", "Check", "chosen", "findings"]
