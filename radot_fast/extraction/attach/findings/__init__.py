"""What is named: findings, structures and what is said of them, one word for two, words for what was named before."""
