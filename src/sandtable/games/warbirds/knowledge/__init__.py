"""What each seat knows: `sight` is what it may see, `guess` deals again what it cannot know.

From outside the game only the view (`WarbirdsView`), `sight` and `guess` are used."""
