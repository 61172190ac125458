"""The lexicon's forms among the words of sentences, many sentences at once."""
