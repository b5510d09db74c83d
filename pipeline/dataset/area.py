"""Classes of how much of its image a thing covers."""

AREA_CLASSES = {name: side**2 / (640 * 480) for name, side in (("tiny", 16), ("small", 32), ("medium", 96))}
"""Class of a box's size -> the share of the image that it stays below: COCO's limits in an image of COCO's
size, and half the side of its smallest for what is hard to see; above all is large."""
