"""Changes of findings: better, worse, new, gone, and what two times tell of them."""
