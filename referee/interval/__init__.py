"""What happens between two rounds: a command improves bots, from what their owners may see."""
