import { useState } from 'react';
import { beginningOf } from '../shorten.ts';
import { stretchesOf } from '../../../ui/text/fold.ts';
import { MarkedText } from './marked-text.tsx';

/** Whether what was searched for stands first behind the beginning. */
const isBehind = (text: string, words: readonly string[], beginning: string): boolean =>
  words.length > 0 &&
  !stretchesOf(beginning, words).some(({ found }) => found) &&
  stretchesOf(text, words).some(({ found }) => found);

/** The words of a note; of a long one the beginning, and all of it on demand or where a search leads behind it. */
export const NoteText = ({ text, words }: { text: string; words: readonly string[] }) => {
  const [all, setAll] = useState(false);
  const beginning = beginningOf(text);
  const whole = beginning === null || all || isBehind(text, words, beginning);
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">
        <MarkedText text={whole ? text : `${beginning} …`} words={words} />
      </p>
      {beginning !== null && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setAll(!whole)}
          className="mt-1 min-h-6 self-start text-sm font-medium text-brand underline underline-offset-4"
        >
          {whole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
};
