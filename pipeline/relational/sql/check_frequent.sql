-- The most frequent texts with their answers.
SELECT question, answer, count(*) AS n
FROM records GROUP BY question, answer ORDER BY n DESC, question, answer LIMIT $most
