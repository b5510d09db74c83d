-- How many sound questions have the same text and answer.
SELECT question, answer, count(*) AS repeats
FROM all_drawn WHERE question_id NOT IN (SELECT question_id FROM unsound)
GROUP BY question, answer
