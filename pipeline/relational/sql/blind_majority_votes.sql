-- How often train gives each answer to a property, alone and asked of things called by a noun.
SELECT property_id || '/' || noun AS key, answer, count(*) AS weight FROM train GROUP BY property_id, noun, answer
UNION ALL
SELECT property_id AS key, answer, count(*) AS weight FROM train GROUP BY property_id, answer
