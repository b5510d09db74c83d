-- How often train gives each answer to a property asked of things called by a noun.
SELECT a.property_id, n.noun, a.answer, CAST(sum(a.questions) AS INTEGER) AS questions
FROM asked AS a
JOIN noun_forms AS n ON n.noun_id = a.noun_id
WHERE a.part = 'train'
GROUP BY a.property_id, n.noun, a.answer
