-- What records need of a thing and the noun for it.
SELECT
  c.key, c.noun_id, c.label, 'noun:' || c.evidence AS noun_tag,
  n.noun, n.this, n.this_kind, n.place_before, n.place_after
FROM concepts AS c
JOIN noun_forms AS n ON n.noun_id = c.noun_id
