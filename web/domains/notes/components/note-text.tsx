import { useState } from 'react';
import { splitByMatches } from '../../../ui/text/search-text.ts';
import { cutExcerpt } from '../note-excerpt.ts';
import { NoteMarkdown } from './note-markdown.tsx';

/** Returns whether the search matches a text only after its excerpt. */
const hasLaterMatch = (text: string, words: readonly string[], excerpt: string): boolean =>
  words.length > 0 &&
  !splitByMatches(excerpt, words).some(({ isMatch }) => isMatch) &&
  splitByMatches(text, words).some(({ isMatch }) => isMatch);

/**
 * Renders the Markdown of a note. Shows only an excerpt of a long text, unless the user expands it or the search matches it only after
 * the excerpt.
 */
export const NoteText = ({ text, words }: { text: string; words: readonly string[] }) => {
  const [isExpanded, setExpanded] = useState(false);
  const excerpt = cutExcerpt(text);
  const isWhole = excerpt === null || isExpanded || hasLaterMatch(text, words, excerpt);
  return (
    <>
      <NoteMarkdown text={isWhole ? text : `${excerpt} …`} words={words} />
      {excerpt !== null && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setExpanded(!isWhole)}
          className="mt-1 min-h-6 self-start text-sm font-medium text-brand underline underline-offset-4"
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
};
