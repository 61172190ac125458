"""Several systems on the same references: figures that cannot be gamed, and a table that goes into a paper."""
