"""A study of the sample: the sheet that is drawn, filled in and reported."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from pipeline.cli.main import main
from pipeline.dataset.verification.loaded import Dataset


def _drawn(sample: Path, out: Path, *options: str) -> pd.DataFrame:
    drawn = CliRunner().invoke(main, ["study", "sample", str(sample), *options, "--out", str(out)])
    assert drawn.exit_code == 0, drawn.output
    return pd.read_csv(out, sep="\t", keep_default_na=False)


def test_a_sheet_has_every_property_of_the_sample_and_weights_that_add_up(
    sample: Path, sample_dataset: Dataset, tmp_path: Path
) -> None:
    sheet = _drawn(sample, tmp_path / "sheet.tsv")
    records = sample_dataset.of_set("U")
    asked = {f"{record['property_label']} ({record['property_id']})" for record in records}
    assert len(sheet) == 1000
    assert set(sheet["property"]) == asked
    assert sheet["weight"].sum() == pytest.approx(len(records), rel=1e-5)


def test_a_sheet_of_the_sample_is_drawn_evenly_and_reported(sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheet.tsv"
    sheet = _drawn(sample, out, "-n", "60", "--by", "hops,source")
    assert sheet.groupby(["hops", "source"]).size().tolist() == [10] * 6
    assert not {"template", "correct_option"} & set(sheet.columns)
    assert (sheet["facts"].str.contains("-->")).all()
    for scale, value in {"correct": "yes", "natural": "4", "grammar": "ok", "choices": "ok"}.items():
        sheet[scale] = value
    sheet.to_csv(out, sep="\t", index=False)
    told = CliRunner().invoke(main, ["study", "report", str(out), "--unweighted"])
    assert told.exit_code == 0, told.output
    assert "| all | 60 | 100.0 % (94.0 to 100.0) |" in told.output
