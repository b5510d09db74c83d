-- The answers that make up a fixed share of all answers (ReasonVQA, section 3.4), and how often each is given.
SELECT answer, n
FROM (SELECT answer, count(*) AS n, sum(count(*)) OVER () AS total FROM questions GROUP BY answer) AS counted
WHERE n >= $share * total
