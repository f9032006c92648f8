import { useAtomValue } from 'jotai';
import { CircleAlert, RotateCw } from 'lucide-react';
import { isSendingBlockedAtom } from '../../../client/outbox/outbox-atoms.ts';
import { discardOrReport, retryOrReport } from '../../../client/outbox/outbox-toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { createRepeatGuard, doubleClickMs } from '../../../ui/repeat-guard.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts';
import { formatPosition } from '../../videos/video-position.ts';
import type { PendingNote } from '../pending-notes.ts';
import { NoteText } from './note-text.tsx';

/** One guard for the "Discard" buttons of all refused notes. */
const guardDiscard = createRepeatGuard(doubleClickMs);

type PendingNoteProps = { note: PendingNote; onEdit?: () => void };

const RefusalNotice = ({ note, onEdit }: PendingNoteProps) => {
  // Each button of the notice makes it disappear.
  const notice = useFocusAfterRemoval<HTMLDivElement>();
  return (
    <div ref={notice} className="mt-4 border-t border-hairline pt-3">
      <p className="flex gap-2 text-sm text-bad">
        <CircleAlert className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">
          <span className="font-medium">Not saved.</span> {note.problem}
        </span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => void retryOrReport(note.key)}>
          <RotateCw className="size-4" />
          Try again
        </Button>
        {onEdit && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              onEdit();
              void discardOrReport(note.key);
            }}
          >
            Edit
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          onClick={() =>
            void guardDiscard(async () => {
              await discardOrReport(note.key);
            })
          }
        >
          Discard
        </Button>
      </div>
    </div>
  );
};

/**
 * A note that is not saved yet: being sent, waiting in the outbox, or refused.
 * @param onEdit moves the text and the focus to the note form, if the page has one.
 */
export const PendingNoteCard = ({ note, onEdit }: PendingNoteProps) => {
  const isBlocked = useAtomValue(isSendingBlockedAtom);
  return (
    <Card className="flex flex-1 flex-col border-dashed border-control p-5">
      <NoteText text={note.text} words={[]} />
      {note.position && <p className="mt-3 text-sm text-muted">{formatPosition(note.position)}</p>}
      {note.problem === null ? (
        <p className="mt-3 flex items-center gap-2 text-sm text-muted">
          {!isBlocked && <Spinner label="Saving the note" />}
          {isBlocked ? 'Waiting to sync' : 'Saving'}
        </p>
      ) : (
        <RefusalNotice note={note} onEdit={onEdit} />
      )}
    </Card>
  );
};
