import { useAtomValue } from 'jotai';
import { CircleAlert, RotateCw } from 'lucide-react';
import { placeName } from '../place.ts';
import type { UnsentNote } from '../unsent.ts';
import { dropAct, sendActAgain } from '../../../client/outbox/own-outbox.ts';
import { heldUpAtom } from '../../../client/outbox/waiting.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { NoteText } from './note-text.tsx';

const Failed = ({ note, onEdit }: { note: UnsentNote; onEdit?: () => void }) => (
  <div className="mt-4 border-t border-hairline pt-3">
    <p className="flex gap-2 text-sm text-bad">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        <span className="font-medium">Not saved.</span> {note.problem}
      </span>
    </p>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="small" onClick={() => void sendActAgain(note.key)}>
        <RotateCw className="size-4" aria-hidden="true" />
        Try again
      </Button>
      {onEdit && (
        <Button
          look="second"
          size="small"
          onClick={() => {
            onEdit();
            void dropAct(note.key);
          }}
        >
          Edit
        </Button>
      )}
      <Button look="quiet" size="small" onClick={() => void dropAct(note.key)}>
        Discard
      </Button>
    </div>
  </div>
);

/**
 * A note that no server has yet: on its way, waiting for the line, or failed, with what was typed and what can be done.
 * @param onEdit puts it back into the field that it was written in, where that is on the page.
 */
export const UnsentNoteCard = ({ note, onEdit }: { note: UnsentNote; onEdit?: () => void }) => {
  const heldUp = useAtomValue(heldUpAtom);
  return (
    <Card className="flex flex-1 flex-col border-dashed border-control p-5">
      <NoteText text={note.text} words={[]} />
      {note.place && <p className="mt-3 text-sm text-muted">{placeName(note.place)}</p>}
      {note.problem === null ? (
        <p className="mt-3 flex items-center gap-2 text-sm text-muted">
          {!heldUp && <Spinner label="Saving the note" />}
          {heldUp ? 'Waits for the line' : 'Saving'}
        </p>
      ) : (
        <Failed note={note} {...(onEdit ? { onEdit } : {})} />
      )}
    </Card>
  );
};
