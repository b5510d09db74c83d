-- The reasons of a stage for what it left out, each with how much that is.
SELECT code, count(*) FROM rejected_parts GROUP BY code ORDER BY code
