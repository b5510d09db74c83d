"""Types of Spark's tables."""

from __future__ import annotations

from pyspark.sql.types import ArrayType, DataType, StructField, StructType


def nullable(schema: StructType) -> StructType:
    """Return a schema in which anything may be null.

    Which columns a file calls "not null" depends on its rows, and Sail takes lists of such for others.
    """
    return StructType([StructField(field.name, _nullable_type(field.dataType)) for field in schema.fields])


def _nullable_type(kind: DataType) -> DataType:
    if isinstance(kind, StructType):
        return nullable(kind)
    return ArrayType(_nullable_type(kind.elementType)) if isinstance(kind, ArrayType) else kind
