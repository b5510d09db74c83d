-- Every question with its photo, its thing, and the properties of its route: joined by slashes, and two by two.
SELECT r.question_id, r.image_id, i.photo, r.source, r.entity_id, r.answer, r.question, r.template, r.split,
  CASE WHEN e.one IS NULL THEN r.property_id
    ELSE e.one || coalesce('/' || e.two, '') || coalesce('/' || e.three, '') END AS path,
  e.one || '/' || e.two AS first_pair, e.two || '/' || e.three AS second_pair
FROM records AS r
JOIN images AS i ON i.image_id = r.image_id
LEFT JOIN (
  SELECT question_id, max(CASE WHEN s.edge = 1 THEN s.property_id END) AS one,
    max(CASE WHEN s.edge = 2 THEN s.property_id END) AS two,
    max(CASE WHEN s.edge = 3 THEN s.property_id END) AS three
  FROM (SELECT question_id, $each_sub_question AS s FROM records) AS parts
  GROUP BY question_id
) AS e ON e.question_id = r.question_id
