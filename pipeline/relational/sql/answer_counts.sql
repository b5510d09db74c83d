-- How often each property has each answer, the most frequent first.
SELECT property_id, answer, questions FROM balance_answers ORDER BY property_id, questions DESC, answer
