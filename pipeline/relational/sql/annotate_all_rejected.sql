-- What the readers refused, and what the tables leave out.
SELECT stage, origin, place, code, detail FROM raw_rejected
UNION ALL
SELECT stage, origin, place, code, detail FROM left_out
