import { useState } from 'react';

/** Longer comments are cut, so that one long comment does not push the others off the page. */
const maxCharacters = 420;

/** Cuts at the end of a word. */
const cutAtWord = (text: string) => text.slice(0, maxCharacters).replace(/\s+\S*$/, '');

/** A comment with its line breaks. A long one can be expanded. @param author part of the button's label. */
export const ReviewText = ({ text, author }: { text: string; author: string }) => {
  const [isExpanded, setExpanded] = useState(false);
  const isLong = text.length > maxCharacters + 80;
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">
        {isExpanded || !isLong ? text : `${cutAtWord(text)} …`}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="mt-1 min-h-6 self-start font-medium text-brand underline underline-offset-4"
        >
          {isExpanded ? 'Show less' : 'Read more'}
          <span className="sr-only"> of the review by {author}</span>
        </button>
      )}
    </>
  );
};
