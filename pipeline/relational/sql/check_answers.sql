-- Each answer with its accepted forms, by property.
SELECT property_id, answer, answers, min(answer_kind) AS kind, count(*) AS n, min(question_id) AS example
FROM records GROUP BY property_id, answer, answers ORDER BY property_id, answer, answers
