-- The answers that make up a fixed share of all answers (ReasonVQA, section 3.4), in places by how often each is given.
SELECT answer, row_number() OVER (ORDER BY n DESC, answer) AS place
FROM (SELECT answer, count(*) AS n, sum(count(*)) OVER () AS total FROM questions GROUP BY answer) AS counted
WHERE n >= $share * total
