-- The most questions that each answer may have after each round.
SELECT t.round, a.number AS answer, CAST(t.target AS INTEGER) AS target
FROM targets AS t
JOIN balance_answers AS a ON a.property_id = t.property_id AND a.answer = t.answer
