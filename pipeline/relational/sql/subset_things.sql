-- What questions are about.
SELECT DISTINCT entity_id, entity_label FROM records ORDER BY entity_id, entity_label
