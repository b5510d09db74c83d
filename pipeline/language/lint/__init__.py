"""Checks of template packs: codes, findings, and the packs as the checks see them."""
