-- The texts and answers of more sound questions than the cap allows, and of how many.
SELECT question, answer, count(*) AS repeats
FROM all_drawn WHERE question_id NOT IN (SELECT question_id FROM unsound)
GROUP BY question, answer
HAVING count(*) > $max_repeats
