-- Every question of test under the one key of what is learnt about options.
SELECT question_id, '' AS key FROM test
