-- How many guesses are right, by property and number of options.
SELECT t.property_id, t.property_label, t.n_distractors + 1 AS options, count(*) AS questions,
  sum(CASE WHEN array_contains(t.answers, g.answer) THEN 1 ELSE 0 END) AS open_right,
  sum(CASE WHEN g.choice = t.answer THEN 1 ELSE 0 END) AS choice_right
FROM guesses AS g JOIN test AS t ON t.question_id = g.question_id
GROUP BY t.property_id, t.property_label, t.n_distractors
ORDER BY t.property_id, t.property_label, t.n_distractors
