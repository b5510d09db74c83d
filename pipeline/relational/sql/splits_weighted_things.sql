-- The things asked about, by how many questions; each source is cut for itself.
SELECT entity_id AS unit, min(source) AS stratum, count(*) AS n FROM asked GROUP BY entity_id
