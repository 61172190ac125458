"""The lexicon: its entries, the TOML files, how they are checked, compiled and kept."""
