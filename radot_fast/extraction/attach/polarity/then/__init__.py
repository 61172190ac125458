"""What was there at another time, and changes that are denied or doubted of what is there now."""
