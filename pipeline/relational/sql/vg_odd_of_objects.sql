-- Parts that the reader in Python looks at.
SELECT DISTINCT place FROM vg_read WHERE NOT regular
