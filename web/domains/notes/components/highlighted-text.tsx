import { splitByMatches } from '../../../ui/text/split-by-matches.ts';

/** A text with the search words highlighted. @param words folded, see `searchWords`. */
export const HighlightedText = ({ text, words }: { text: string; words: readonly string[] }) => {
  let at = 0;
  return splitByMatches(text, words).map(({ text: part, isMatch }) => {
    const key = at;
    at += part.length;
    return isMatch ? (
      <mark key={key} className="rounded-[3px] bg-warning-ground text-warning">
        {part}
      </mark>
    ) : (
      part
    );
  });
};
