-- The consistency sets of one part whose question is kept.
SELECT * FROM sets WHERE split = $part AND question_id IN (SELECT question_id FROM kept)
