-- Questions of each set of domains.
SELECT domains, count(*) FROM records GROUP BY domains ORDER BY domains
