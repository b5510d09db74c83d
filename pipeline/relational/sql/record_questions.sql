-- The questions of the shard.
SELECT * FROM all_questions WHERE image_id BETWEEN $first AND $last
