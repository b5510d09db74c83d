-- The questions of test whose texts have neighbours.
SELECT question_id, question AS key FROM test WHERE question IN (SELECT text FROM neighbours)
