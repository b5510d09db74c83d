-- Each text without a clause, with each set of answers.
SELECT plain_question, option_key, answers, count(*) AS n, min(question_id) AS example
FROM worded_questions
GROUP BY plain_question, option_key, answers
ORDER BY plain_question, option_key
