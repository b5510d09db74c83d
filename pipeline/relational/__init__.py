"""One small engine for the large tables: SQL files over Parquet."""
