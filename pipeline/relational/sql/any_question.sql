-- One row if there is any question.
SELECT 1 AS found FROM questions LIMIT 1
