-- Questions by property_id, property_label.
SELECT property_id, property_label, count(*) AS questions, count(DISTINCT image_id) AS images
FROM records GROUP BY property_id, property_label ORDER BY property_id, property_label
