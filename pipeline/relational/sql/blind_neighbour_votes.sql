-- The answers that train gives to the nearest texts: by the nearest text that gives them, then how often it does.
SELECT key, answer, max(questions - place * 1000000000) AS weight
FROM (
  SELECT n.text AS key, n.place, t.answer, count(*) AS questions
  FROM neighbours AS n JOIN train AS t ON t.question = n.neighbour
  GROUP BY n.text, n.place, t.answer
) AS given
GROUP BY key, answer
