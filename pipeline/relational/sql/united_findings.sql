-- What was found in the texts of all parts, each once.
SELECT DISTINCT * FROM findings_of_parts
