import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ListedNote } from '../note-list.ts';

/** Notes that are shown at first. A button shows more, so that ten thousand notes stay fast. */
const pageSize = 48;

/**
 * A list of notes with a button for more. `children` renders one note.
 * @param filter identifies the current filter. A new filter starts with the first page again.
 */
export const NotePages = ({
  notes,
  filter = '',
  className,
  empty,
  children,
}: {
  notes: readonly ListedNote[];
  filter?: string;
  className: string;
  empty: ReactNode;
  children: (listed: ListedNote) => ReactNode;
}) => {
  const [pages, setPages] = useState({ filter, shown: pageSize });
  if (pages.filter !== filter) setPages({ filter, shown: pageSize });
  const { shown } = pages;
  const remaining = notes.length - shown;
  if (notes.length === 0) return empty;
  return (
    <>
      <ul className={className}>
        {notes.slice(0, shown).map((listed) => (
          <li key={listed.note._id} className="grid min-w-0">
            {children(listed)}
          </li>
        ))}
      </ul>
      {remaining > 0 && (
        <div className="mt-8 text-center">
          <Button look="second" onClick={() => setPages({ filter, shown: shown + pageSize })}>
            Show {Math.min(remaining, pageSize)} more of {notes.length.toLocaleString('en')}
          </Button>
        </div>
      )}
    </>
  );
};
