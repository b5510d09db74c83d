-- The kinds of answers that occur.
SELECT DISTINCT answer_kind FROM records ORDER BY answer_kind
