-- The texts of routes, with the hashes that ids of questions rest on.
SELECT *, md5(template) AS template_hash FROM texts
