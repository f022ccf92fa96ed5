"""Model-bakery recipes: the people and things that tests arrange. Each app's owner adds theirs."""
