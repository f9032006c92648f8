import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Note } from '#contract/schemas/notes.ts';
import { HiddenInAsOfView } from '../../../client/as-of.tsx';
import { showActionFailure, showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { PendingChip, usePendingAction } from '../../../client/outbox/pending-marks.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { focusNearestHeading } from '../../../ui/focus-nearest-heading.ts';
import { isFocusFree } from '../../../ui/is-focus-free.ts';
import { createRepeatGuard, doubleClickMs } from '../../../ui/repeat-guard.ts';
import { formatShortDay } from '../../../ui/text/format-short-day.ts';
import { toast } from '../../../ui/toast.ts';
import { removeNote, restoreNote } from '../note-actions.ts';
import type { ListedNote } from '../note-list.ts';
import { insertNote, updateCachedNotes } from '../note-live.ts';
import { removeNoteKind } from '../pending-notes.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteText } from './note-text.tsx';
import { useNoteEdit } from './use-note-edit.ts';

const restore = async (note: Note) => {
  try {
    await restoreNote(note);
    updateCachedNotes((list) => insertNote(list, note));
    toast.success('Note restored.');
  } catch (error) {
    toast.error(error instanceof Error ? error.message : 'The note could not be restored.');
  }
};

/**
 * Returns the state of a note's removal, and `remove`, which removes the note and offers an undo once the server has confirmed it.
 * @param onRemoved called when the removal is confirmed.
 */
const useNoteRemoval = (note: Note, onRemoved: () => void) => {
  const { action, isBlocked } = usePendingAction(removeNoteKind, note._id);
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeNote(note),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: () => {
      onRemoved();
      toast.success('Note removed.', { action: { label: 'Undo', onClick: () => void restore(note) } });
    },
  });
  return { remove: () => mutate(), isRemoving: isPending || action !== undefined, isBlocked };
};

/** One guard for the "Remove" buttons of all notes. */
const guardRemoval = createRepeatGuard(doubleClickMs);

const exactTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

const NoteTime = ({ note: { takenAt, editedAt } }: { note: Pick<Note, 'takenAt' | 'editedAt'> }) => (
  <span>
    <time dateTime={takenAt} title={exactTime.format(new Date(takenAt))}>
      {formatShortDay(takenAt)}
    </time>
    {editedAt !== null && ', edited'}
  </span>
);

/**
 * A note with buttons to edit and remove it.
 * @param words search words to highlight.
 * @param header shown above the text, for example the course.
 * @param position link or button that leads to the position in the video.
 * @param name identifies the note in the labels of its buttons.
 */
export const NoteCard = ({
  listed,
  words,
  header,
  position,
  name,
}: {
  listed: ListedNote;
  words: readonly string[];
  header?: ReactNode;
  position: ReactNode;
  name: string;
}) => {
  const { note } = listed;
  const card = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasOpenedByUser = useRef(false);
  const editing = useNoteEdit(listed);
  const { remove, isRemoving, isBlocked } = useNoteRemoval(note, () => {
    if (isFocusFree(card.current)) focusNearestHeading(card.current);
  });
  const isOpen = editing.editorText !== null;
  // Returns the focus to the Edit button when the editor closes.
  useEffect(() => {
    if (!isOpen && wasOpenedByUser.current && isFocusFree(card.current))
      editButton.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <Card ref={card} className="flex flex-1 flex-col p-5">
      {header}
      <div className="flex flex-col">
        {isOpen ? (
          <NoteEditor editing={editing} autoFocus={wasOpenedByUser.current} />
        ) : (
          <NoteText text={editing.text} words={words} />
        )}
      </div>
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-4 text-sm text-muted">
        {position}
        <NoteTime note={note} />
        {editing.isBlocked && <PendingChip>Edit waiting to sync</PendingChip>}
        {isBlocked && <PendingChip>Removal waiting to sync</PendingChip>}
      </div>
      <HiddenInAsOfView>
        {!isOpen && (
          <div className="-mb-2 -ml-3 mt-1 flex flex-wrap gap-1">
            <Button
              ref={editButton}
              variant="quiet"
              size="small"
              isWorking={editing.isSaving}
              onClick={() => {
                wasOpenedByUser.current = true;
                editing.open();
              }}
            >
              {!editing.isSaving && <Pencil className="size-4" />}
              {editing.isSaving && !editing.isBlocked ? 'Saving' : 'Edit'}
              <span className="sr-only"> {name}</span>
            </Button>
            <Button
              variant="quiet"
              size="small"
              isWorking={isRemoving}
              onClick={() => void guardRemoval(remove)}
            >
              {!isRemoving && <Trash2 className="size-4 text-bad" />}
              Remove
              <span className="sr-only"> {name}</span>
            </Button>
          </div>
        )}
      </HiddenInAsOfView>
    </Card>
  );
};
