-- Each text that asks for the first edge of a longer route, with the answers to it.
SELECT q.first_question, q.first_route, min($first_answers) AS answers
FROM worded_questions AS q
JOIN routes AS r ON r.option_key = q.option_key AND $first_route = q.first_route
WHERE q.first_question <> ''
GROUP BY q.first_question, q.first_route
ORDER BY q.first_question, q.first_route
