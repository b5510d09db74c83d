-- What checks found in the questions that are kept.
SELECT DISTINCT j.code, j.question_id, j.detail
FROM judged_questions AS j JOIN questions AS q ON q.question_id = j.question_id
