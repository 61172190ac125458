"""The clinical unit table (method §1): its schema, and who made it."""
