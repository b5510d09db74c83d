-- Every key that an object bears.
SELECT DISTINCT key FROM keys ORDER BY key
