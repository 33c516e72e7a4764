"""Play by mail: `letters` is the file that goes back and forth, its seals and its dice; `commands` is `sandtable mail`.

From outside, import `letters` (a match by mail without a terminal) and `commands.mail` (the group of commands)."""
