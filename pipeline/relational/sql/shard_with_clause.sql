-- Of the clauses that pick out one thing, one for each object, by preference one that speakers use most.
-- A clause fails if it describes a rival, or if a rival touches the clause's target: the annotators may have
-- left that relation out.
SELECT * FROM (
  SELECT c.*, row_number() OVER (
    PARTITION BY image_id, object_id
    ORDER BY noun_rank, rank,
      md5(md5($seed) || md5('clause') || md5(image_id) || md5(object_id) || md5(clause)),
      clause, predicate, role, target_id
  ) AS place
  FROM shard_clauses AS c
  WHERE NOT EXISTS (
    SELECT 1 FROM shard_rivals AS r
    JOIN shard_described AS d
      ON d.image_id = r.image_id AND d.object_id = r.rival_id AND d.noun_id = r.noun_id
    WHERE r.image_id = c.image_id AND r.object_id = c.object_id AND r.noun_id = c.noun_id
      AND d.manner = c.manner AND d.target_name = c.target_name)
  AND NOT EXISTS (
    SELECT 1 FROM shard_rivals AS r
    WHERE r.image_id = c.image_id AND r.object_id = c.object_id AND r.noun_id = c.noun_id
      AND r.rival_id <> c.target_id AND coalesce(
        r.x <= c.target_x + c.target_w AND c.target_x <= r.x + r.w
        AND r.y <= c.target_y + c.target_h AND c.target_y <= r.y + r.h, TRUE))
) AS unambiguous WHERE place = 1
