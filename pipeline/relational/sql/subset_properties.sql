-- The properties that are asked about, with their labels.
SELECT DISTINCT property_id, property_label FROM records ORDER BY property_id, property_label
