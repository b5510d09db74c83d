-- What a Spark server gave, on its way to a file here.
SELECT * FROM brought
