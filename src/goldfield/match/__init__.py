"""One table: record, fold, fair dice, check. Pure: no clock, no disk, no threads."""
