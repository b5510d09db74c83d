-- How often each frequent answer is given about each image; one row without an answer for all others.
SELECT q.image_id, f.answer, f.n, count(*) AS questions
FROM questions AS q
LEFT JOIN frequent AS f ON f.answer = q.answer
GROUP BY q.image_id, f.answer, f.n
