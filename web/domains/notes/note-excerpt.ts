import { cutText } from '../../ui/text/cut-text.ts';

const maxCharacters = 420;
const maxLines = 9;
/** A text that exceeds the limits by at most this much is shown whole: a button in place of the rest would save little space. */
const toleratedCharacters = 80;
const toleratedLines = 2;

/** Returns the beginning of a long text, cut between words if possible; null if the text is short enough to show whole. */
export const cutExcerpt = (text: string): string | null => {
  const lines = text.split('\n');
  const firstLines = lines.length > maxLines + toleratedLines ? lines.slice(0, maxLines).join('\n') : text;
  if (firstLines.length <= maxCharacters + toleratedCharacters)
    return firstLines.length === text.length ? null : firstLines;
  const cut = cutText(firstLines, maxCharacters);
  const lastSpace = cut.search(/\s\S*$/);
  // An excerpt without a space in its second half is cut within a word.
  return lastSpace > maxCharacters / 2 ? cut.slice(0, lastSpace) : cut;
};
