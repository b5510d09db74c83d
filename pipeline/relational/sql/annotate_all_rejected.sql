-- What the readers refused, what the tables leave out, and images that a later input speaks of too.
SELECT stage, origin, place, code, detail FROM raw_rejected
UNION ALL
SELECT stage, origin, place, code, detail FROM left_out
UNION ALL
SELECT DISTINCT 'annotate', owners.image_id, '', 'image_in_earlier_input', ''
FROM mentions
JOIN owners ON owners.image_id = mentions.image_id
WHERE mentions.more = 1 AND mentions.input <> owners.input
