"""What scores come to: means by group with their errors, models compared, tables and figures."""
