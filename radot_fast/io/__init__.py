"""Files: tables and report pairs in and out, whole or not at all, and a clear line for what cannot be read."""
