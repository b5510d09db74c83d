-- What was left out, by stage and reason.
SELECT stage, code, count(*) AS n, min(detail) AS example FROM rejected GROUP BY stage, code ORDER BY stage, n DESC, code
