-- What images give to their records, with its pieces of JSON, by place.
SELECT $shown_columns, $shown_pieces FROM shown ORDER BY place
