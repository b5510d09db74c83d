-- Each answer to each property, numbered: numbers are compared faster than texts.
SELECT property_id, answer, row_number() OVER (ORDER BY property_id, answer) AS number
FROM (SELECT DISTINCT property_id, answer FROM questions) AS answers
