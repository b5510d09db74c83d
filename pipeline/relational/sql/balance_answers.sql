-- Each answer to each property, with its questions, numbered: numbers are compared faster than texts.
SELECT property_id, answer, questions, CAST(row_number() OVER (ORDER BY property_id, answer) AS INTEGER) AS number
FROM (SELECT property_id, answer, count(*) AS questions FROM questions GROUP BY property_id, answer) AS answers
