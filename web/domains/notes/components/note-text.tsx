import { useState } from 'react';
import { splitByMatches } from '../../../ui/text/split-by-matches.ts';
import { cutExcerpt } from '../note-excerpt.ts';
import { NoteMarkdown } from './note-markdown.tsx';

/** Returns whether the search matches a text only after its excerpt. */
const hasLaterMatch = (text: string, words: readonly string[], excerpt: string): boolean =>
  words.length > 0 &&
  !splitByMatches(excerpt, words).some(({ isMatch }) => isMatch) &&
  splitByMatches(text, words).some(({ isMatch }) => isMatch);

/**
 * Renders the Markdown of a note. A long text is cut to an excerpt, unless the search has matches only after the excerpt. A button
 * switches between the excerpt and the whole text. The choice holds for the current search.
 */
export const NoteText = ({ text, words }: { text: string; words: readonly string[] }) => {
  const search = words.join(' ');
  const [choice, setChoice] = useState<{ search: string; isExpanded: boolean } | null>(null);
  const excerpt = cutExcerpt(text);
  const isWhole =
    excerpt === null || (choice?.search === search ? choice.isExpanded : hasLaterMatch(text, words, excerpt));
  return (
    <>
      <NoteMarkdown text={isWhole ? text : `${excerpt} …`} words={words} />
      {excerpt !== null && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setChoice({ search, isExpanded: !isWhole })}
          className="mt-1 min-h-6 self-start text-sm font-medium text-brand underline underline-offset-4"
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
};
