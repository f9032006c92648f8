import { stretchesOf } from '../../../ui/text/fold.ts';

/** The text with what was searched for marked in it. @param words folded, as `wordsOf` gives them. */
export const MarkedText = ({ text, words }: { text: string; words: readonly string[] }) => {
  let at = 0;
  return stretchesOf(text, words).map(({ text: part, found }) => {
    const key = at;
    at += part.length;
    return found ? (
      <mark key={key} className="rounded-[3px] bg-warning-ground text-warning">
        {part}
      </mark>
    ) : (
      part
    );
  });
};
