-- Every question with how many of the filters on what it is about it passes before one leaves it out.
SELECT question_id, image_id, property_id, answer, hops, has_scene_graph,
  question_id IN (SELECT question_id FROM parent_balanced) AS was_balanced,
  CASE
    WHEN $sources AND source NOT IN (SELECT value FROM chosen WHERE field = 'sources') THEN 0
    WHEN $domains AND NOT EXISTS (
      SELECT 1 FROM chosen WHERE field = 'domains' AND array_contains(parent.domains, value)) THEN 1
    WHEN $properties AND property_id NOT IN (SELECT value FROM chosen WHERE field = 'properties') THEN 2
    WHEN $classes AND entity_id NOT IN (SELECT value FROM chosen WHERE field = 'classes') THEN 3
    WHEN $hops AND CAST(hops AS VARCHAR(1)) NOT IN (SELECT value FROM chosen WHERE field = 'hops') THEN 4
    WHEN $clauses AND CASE WHEN has_scene_graph THEN 'with' ELSE 'without' END
      NOT IN (SELECT value FROM chosen WHERE field = 'clauses') THEN 5
    WHEN $answer_kinds AND answer_kind NOT IN (SELECT value FROM chosen WHERE field = 'answer_kinds') THEN 6
    WHEN $guessable AND CASE WHEN array_contains(parent.tags, 'guessable') THEN 'with' ELSE 'without' END
      NOT IN (SELECT value FROM chosen WHERE field = 'guessable') THEN 7
    ELSE 8
  END AS passed
FROM parent
