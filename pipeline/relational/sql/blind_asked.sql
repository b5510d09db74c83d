-- How many questions of each part there are to a property, with an answer and about things called by a noun.
SELECT q.property_id, q.answer, q.noun_id, s.part, count(*) AS questions
FROM questions AS q
JOIN split AS s ON s.image_id = q.image_id
GROUP BY q.property_id, q.answer, q.noun_id, s.part
