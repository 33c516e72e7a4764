"""What each seat knows: `sight` builds its view, `guess` deals what it cannot know at random.

From outside import `sight.sight`, `sight.OnToBerlinView`, `sight.as_state` and `guess.guess`.
"""
