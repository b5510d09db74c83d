-- Each wording of a consistency set, with the answers to it.
SELECT w.question_id, w.question, r.answers
FROM all_wordings AS w
JOIN chosen AS q ON q.question_id = w.question_id
JOIN routes AS r ON r.route_id = q.route_id
ORDER BY w.question_id, w.question
