-- What the tables leave out.
SELECT 'annotate' AS stage, image_id AS origin, 'relation of ' || subject_id || ' to ' || object_id AS place,
  CASE WHEN subject_id = object_id THEN 'relation_to_itself' ELSE 'relation_end_unknown' END AS code,
  predicate AS detail
FROM ends
WHERE subject_id = object_id OR NOT known
UNION ALL
SELECT 'annotate', image_id, 'relation of ' || subject_id || ' to ' || object_id, 'relation_repeated', predicate
FROM (SELECT *, $each_repetition AS nth FROM ends WHERE times > 1) AS repeated
UNION ALL
SELECT DISTINCT 'annotate', image_id, '', 'image_in_earlier_input', ''
FROM passed_over
WHERE more = 1 AND image_id IN (SELECT image_id FROM owners)
UNION ALL
SELECT 'annotate', image_id, 'object ' || object_id, 'box_outside_image', '' FROM chosen WHERE outside
UNION ALL
SELECT 'annotate', image_id, '', 'image_without_objects', ''
FROM owners
WHERE image_id NOT IN (SELECT image_id FROM chosen WHERE NOT outside)
