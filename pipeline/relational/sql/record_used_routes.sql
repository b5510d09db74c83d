-- What the shard's questions ask, of which there is far less than could be asked.
SELECT * FROM record_routes WHERE noun_route IN (SELECT noun_route FROM questions)
