"""What a process needs before it works: live threads, a safe cache folder, few pauses of the garbage collector."""
