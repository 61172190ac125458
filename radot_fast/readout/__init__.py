"""The monotone readout (method §6): the model, its file, how it is solved, and the fits that ship."""
