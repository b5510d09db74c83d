-- How often train gives each answer to a property asked of things called by a noun.
SELECT property_id, noun, answer, CAST(count(*) AS INTEGER) AS questions
FROM named WHERE part = 'train'
GROUP BY property_id, noun, answer
