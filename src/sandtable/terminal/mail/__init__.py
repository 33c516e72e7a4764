"""Play by mail: `letters` is the file that goes back and forth, its seals and its dice; `commands` is `sandtable mail`.

From outside, import `letters`, `turns.desk_for` and `verifying` (a match without a terminal) and `commands.mail`."""
