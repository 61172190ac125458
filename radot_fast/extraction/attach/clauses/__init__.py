"""Where one statement ends and the next begins: a denial, a doubt and a place reach no further."""
