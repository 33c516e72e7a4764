"""What each seat knows: `sight` builds its view, `guess` deals what it cannot know at random.

From outside import `sight.sight`, `sight.LuftwaffeView` and `guess.guess`.
"""
