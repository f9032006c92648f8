/** A note that is longer than this is shown from its beginning, the rest on demand. */
const shownCharacters = 420;
const shownLines = 9;

/**
 * The beginning of a long text, cut between words; null for one that is short enough to stand whole.
 */
export const beginningOf = (text: string): string | null => {
  const lines = text.split('\n');
  const byLines = lines.length > shownLines + 2 ? lines.slice(0, shownLines).join('\n') : text;
  if (byLines.length <= shownCharacters + 80) return byLines.length === text.length ? null : byLines;
  const cut = byLines.slice(0, shownCharacters);
  const word = cut.search(/\s\S*$/);
  // One endless word is cut where no letter is cut in half.
  return word > shownCharacters / 2 ? cut.slice(0, word) : [...cut].slice(0, -1).join('');
};
