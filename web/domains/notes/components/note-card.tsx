import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ListedNote } from '../list.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PresentOnly } from '../../../client/as-of/present-only.tsx';
import { WaitsChip } from '../../../client/outbox/waits.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteText } from './note-text.tsx';
import { NoteTime } from './note-time.tsx';
import { useNoteEdit } from './use-note-edit.ts';
import { useNoteRemoval } from './use-note-removal.ts';

/** Where the focus goes when a card leaves the page: the heading of its list, else of the page. */
const focusHeadingOf = (card: Element | null) => {
  const heading =
    card?.closest('section')?.querySelector<HTMLElement>('h2[tabindex]') ??
    document.querySelector<HTMLElement>('main h1');
  heading?.focus({ preventScroll: true });
};

/**
 * One note: its words, when it was taken, and where; changed in its place and removed.
 * @param header what stands above the words: the course, where there are several.
 * @param place the way back to where it was taken.
 * @param name what tells this note's buttons from the others'.
 */
export const NoteCard = ({
  listed,
  words,
  header,
  place,
  name,
}: {
  listed: ListedNote;
  words: readonly string[];
  header?: ReactNode;
  place: ReactNode;
  name: string;
}) => {
  const { note } = listed;
  const card = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const byHand = useRef(false);
  const editing = useNoteEdit(listed);
  const { remove, removing, waits } = useNoteRemoval(note, () => focusHeadingOf(card.current));
  const isOpen = editing.typed !== null;
  // The editor took the focus; when it closes its button has it again.
  useEffect(() => {
    if (!isOpen && byHand.current) editButton.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <Card ref={card} className="flex flex-1 flex-col p-5">
      {header}
      <div className="flex flex-col">
        {isOpen ? (
          <NoteEditor editing={editing} focused={byHand.current} />
        ) : (
          <NoteText text={editing.text} words={words} />
        )}
      </div>
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-4 text-sm text-muted">
        {place}
        <NoteTime note={note} />
        {editing.waits && <WaitsChip>The change waits for the line</WaitsChip>}
        {waits && <WaitsChip>The removal waits for the line</WaitsChip>}
      </div>
      <PresentOnly>
        {!isOpen && (
          <div className="-mb-2 -ml-3 mt-1 flex flex-wrap gap-1">
            <Button
              ref={editButton}
              look="quiet"
              size="small"
              working={editing.saving}
              onClick={() => {
                byHand.current = true;
                editing.open();
              }}
            >
              {!editing.saving && <Pencil className="size-4" aria-hidden="true" />}
              {editing.saving && !editing.waits ? 'Saving' : 'Edit'}
              <span className="sr-only"> {name}</span>
            </Button>
            <Button look="quiet" size="small" working={removing} onClick={remove}>
              {!removing && <Trash2 className="size-4 text-bad" aria-hidden="true" />}
              Remove
              <span className="sr-only"> {name}</span>
            </Button>
          </div>
        )}
      </PresentOnly>
    </Card>
  );
};
