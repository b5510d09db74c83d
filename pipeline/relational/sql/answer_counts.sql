-- How often each property has each answer, the most frequent first.
SELECT a.property_id, a.answer, b.n
FROM (SELECT answer, count(*) AS n FROM balancing GROUP BY answer) AS b
JOIN balance_answers AS a ON a.number = b.answer
ORDER BY a.property_id, b.n DESC, a.answer
