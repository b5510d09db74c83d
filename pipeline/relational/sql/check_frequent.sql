-- Texts with their answers, by how many questions they make.
SELECT times, sum(times) AS n, min(what) AS example
FROM (
  SELECT count(*) AS times, min(question || ' ' || answer) AS what
  FROM records GROUP BY question, answer
) AS by_text
GROUP BY times ORDER BY times
