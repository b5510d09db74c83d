-- The records of the subset's images in the shard.
SELECT parent.*, kept.is_balanced
FROM parent JOIN kept ON kept.question_id = parent.question_id
WHERE parent.image_id BETWEEN $first AND $last AND kept.image_id BETWEEN $first AND $last
