-- The questions of the shard.
SELECT q.*, n.noun, g.is_guessable
FROM all_questions AS q
JOIN guessed AS g ON g.question_id = q.question_id AND g.image_id BETWEEN $first AND $last
JOIN noun_forms AS n ON n.noun_id = q.noun_id
WHERE q.image_id BETWEEN $first AND $last
