"""Labels, times, quantities and items as frozen, ordered values."""

from pipeline.values.item import Item, is_item_id, is_property_id
from pipeline.values.label import Label, clean_label, label_fault
from pipeline.values.quantity import Quantity
from pipeline.values.time import Precision, Time
from pipeline.values.tolerance import accepted_range

__all__ = [
    "Item",
    "Label",
    "Precision",
    "Quantity",
    "Time",
    "accepted_range",
    "clean_label",
    "is_item_id",
    "is_property_id",
    "label_fault",
]
