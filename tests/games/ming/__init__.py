"""The rules of Ming Dynasty: each ruling and each example of the rule book, by name."""
