import { type ReactNode, useState } from 'react';
import type { ListedNote } from '../list.ts';
import { Button } from '../../../ui/button.tsx';

/** As many as a person is likely to look through; the rest comes by a button, so ten thousand notes stay quick. */
const pageSize = 48;

/**
 * Notes in a list, a page of them at a time. `children` draws one.
 * @param choice what the notes were chosen by: another choice begins with its first page again.
 */
export const NotePages = ({
  notes,
  choice = '',
  className,
  empty,
  children,
}: {
  notes: readonly ListedNote[];
  choice?: string;
  className: string;
  empty: ReactNode;
  children: (one: ListedNote) => ReactNode;
}) => {
  const [pages, setPages] = useState({ choice, shown: pageSize });
  if (pages.choice !== choice) setPages({ choice, shown: pageSize });
  const { shown } = pages;
  const left = notes.length - shown;
  if (notes.length === 0) return empty;
  return (
    <>
      <ul className={className}>
        {notes.slice(0, shown).map((one) => (
          <li key={one.note._id} className="grid min-w-0">
            {children(one)}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div className="mt-8 text-center">
          <Button look="second" onClick={() => setPages({ choice, shown: shown + pageSize })}>
            Show {Math.min(left, pageSize)} more of {notes.length.toLocaleString('en')}
          </Button>
        </div>
      )}
    </>
  );
};
