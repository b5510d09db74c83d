"""What newer facts make of a finished dataset, and a corrected one."""
