import { useEffect, useRef } from 'react';
import { longestNote } from '#contract/notes.ts';
import { Button } from '../../../ui/button.tsx';
import { Textarea } from '../../../ui/field.tsx';
import { FormFailure, RequestId } from '../../../client/api/form-failure.tsx';
import type { NoteEditing } from './use-note-edit.ts';

const Meanwhile = ({ editing }: { editing: NoteEditing }) => {
  if (editing.gone)
    return (
      <p className="rounded-control bg-warning-ground px-3 py-2 text-sm text-warning">
        This note was removed in another tab or on another device. Saving brings it back with your text.
      </p>
    );
  if (editing.theirs === null) return null;
  return (
    <div className="rounded-control bg-warning-ground px-3 py-2 text-sm text-warning">
      <p>This note was changed in another tab or on another device. Saving puts your text in its place:</p>
      <blockquote className="mt-2 max-h-40 overflow-y-auto border-l-2 border-current pl-3 whitespace-pre-wrap wrap-anywhere">
        {editing.theirs}
      </blockquote>
      <Button look="second" size="small" className="mt-2" onClick={editing.takeTheirs}>
        Take that text
      </Button>
    </div>
  );
};

/**
 * Changes a note where it stands. Ctrl (or ⌘) and Enter saves, Escape leaves it as it was.
 * @param focused whether it takes the focus when it appears: not after a reload, which opens what was open.
 */
export const NoteEditor = ({ editing, focused }: { editing: NoteEditing; focused: boolean }) => {
  const field = useRef<HTMLDivElement>(null);
  const typed = editing.typed ?? '';
  useEffect(() => {
    const area = field.current?.querySelector('textarea');
    if (!focused || !area) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [focused]);
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        editing.save();
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          editing.save();
        }
        if (event.key === 'Escape') editing.cancel();
      }}
    >
      <div aria-live="polite">
        <Meanwhile editing={editing} />
      </div>
      <div ref={field}>
        <Textarea
          label="Your note"
          rows={5}
          maxLength={longestNote}
          value={typed}
          error={typed.trim() === '' ? 'Note is required.' : undefined}
          onChange={(event) => editing.type(event.target.value)}
        />
      </div>
      <FormFailure text={editing.error === null ? null : 'The note could not be saved.'}>
        <p>{editing.error?.message}</p>
        <RequestId error={editing.error} />
      </FormFailure>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          {editing.gone ? 'Restore and save' : 'Save'}
        </Button>
        <Button look="second" size="small" onClick={editing.cancel}>
          {editing.gone ? 'Discard' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
};
