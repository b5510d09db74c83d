-- Every predicate as annotators wrote it.
SELECT DISTINCT predicate FROM relations ORDER BY predicate
