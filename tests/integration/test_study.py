"""A study of the sample: the sheet that is drawn, filled in and reported."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from click.testing import CliRunner

from pipeline.cli.main import main


def test_a_sheet_of_the_sample_is_drawn_evenly_and_reported(sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheet.tsv"
    drawn = CliRunner().invoke(main, ["study", "sample", str(sample), "-n", "60", "--out", str(out)])
    assert drawn.exit_code == 0, drawn.output
    sheet = pd.read_csv(out, sep="\t", keep_default_na=False)
    assert sheet.groupby(["hops", "source"]).size().tolist() == [10] * 6
    assert not {"template", "property_id", "correct_option"} & set(sheet.columns)
    assert (sheet["facts"].str.contains("-->")).all()
    for scale, value in {"correct": "yes", "natural": "4", "grammar": "ok", "choices": "ok"}.items():
        sheet[scale] = value
    sheet.to_csv(out, sep="\t", index=False)
    told = CliRunner().invoke(main, ["study", "report", str(out)])
    assert told.exit_code == 0, told.output
    assert "| all | 60 | 100.0 % (94.0 to 100.0) |" in told.output
