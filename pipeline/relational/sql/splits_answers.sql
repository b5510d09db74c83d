-- The items that are true answers of each question; dates and numbers are none.
SELECT DISTINCT question_id, a.item AS unit
FROM (SELECT question_id, $each_answer_item AS a FROM records) AS answers
WHERE a.item <> ''
