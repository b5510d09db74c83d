"""The page on which a rater judges the questions of a sheet: one HTML file that needs no server."""
