/** Break text into lines of at most so many letters; a word that is longer stands alone. */
export function wrap(text: string, most: number, lines = 99): string[] {
  const found: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  if (found.length <= lines) return found;
  return [...found.slice(0, lines - 1), `${(found[lines - 1] ?? "").slice(0, most - 1)}…`];
}
