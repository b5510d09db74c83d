-- How often each property has each answer, the most frequent first.
SELECT property_id, answer, count(*) AS n
FROM balanced GROUP BY property_id, answer
ORDER BY property_id, n DESC, answer
