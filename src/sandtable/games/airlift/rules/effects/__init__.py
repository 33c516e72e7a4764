"""What events do (AL-7): one function for each operation that a card or a row of the solitaire table can name.

`carry_out.carry_out` is the way in; the others are its operations, by what they move."""
