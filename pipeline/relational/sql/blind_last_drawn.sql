-- The id up to which the smallest ids are as many as are drawn; no row if all records are.
SELECT question_id FROM records ORDER BY question_id LIMIT 1 OFFSET $most - 1
