"""The pure rules core: cards, games, the deal, the button, the deck. It imports nothing outside itself."""
