import { useState } from 'react';

/** A comment that is longer than this is folded, so that one person's essay does not push the others off the page. */
const longestShown = 420;

/** Where to fold: at the end of a word. */
const beginningOf = (text: string) => text.slice(0, longestShown).replace(/\s+\S*$/, '');

/** What somebody wrote, with its line breaks; a long text shows its beginning and a button for the rest. */
export const LongText = ({ text, of }: { text: string; of: string }) => {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > longestShown + 80;
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">
        {whole || !isLong ? text : `${beginningOf(text)} …`}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="mt-1 min-h-6 self-start font-medium text-brand underline underline-offset-4"
        >
          {whole ? 'Show less' : 'Read all'}
          <span className="sr-only"> of the review by {of}</span>
        </button>
      )}
    </>
  );
};
