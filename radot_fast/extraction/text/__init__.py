"""Report text to sentences about the images: markup, line breaks, headings."""
