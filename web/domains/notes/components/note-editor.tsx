import { useEffect, useRef } from 'react';
import { CommandError } from '../../../client/api/form-error.tsx';
import { omitDiscarded } from '../../../client/outbox/outbox-messages.ts';
import { Button } from '../../../ui/button.tsx';
import { isFocusFree } from '../../../ui/is-focus-free.ts';
import { NoteField } from './note-field.tsx';
import type { NoteEditing } from './use-note-edit.ts';

const ConflictNotice = ({ editing }: { editing: NoteEditing }) => {
  if (editing.isRemoved)
    return (
      <p className="rounded-control bg-warning-ground px-3 py-2 text-sm text-warning">
        This note was removed in another tab or on another device. Save to restore it with your text.
      </p>
    );
  if (editing.otherVersion === null) return null;
  return (
    <div className="rounded-control bg-warning-ground px-3 py-2 text-sm text-warning">
      <p>This note was edited in another tab or on another device. Saving replaces that version:</p>
      <blockquote className="mt-2 max-h-40 overflow-y-auto border-l-2 border-current pl-3 whitespace-pre-wrap wrap-anywhere">
        {editing.otherVersion}
      </blockquote>
      <Button variant="secondary" size="small" className="mt-2" onClick={editing.acceptOtherVersion}>
        Use that version
      </Button>
    </div>
  );
};

/**
 * A form that edits a note in its card. Ctrl+Enter (or ⌘+Enter) saves, Escape cancels.
 * @param autoFocus whether to focus the field, unless another element has the focus. False for an editor that opened without a
 * click, for example after a reload.
 */
export const NoteEditor = ({ editing, autoFocus }: { editing: NoteEditing; autoFocus: boolean }) => {
  const field = useRef<HTMLDivElement>(null);
  const text = editing.editorText ?? '';
  useEffect(() => {
    const textarea = field.current?.querySelector('textarea');
    // If an edit is refused, the editor opens again, perhaps minutes later and while the user is typing elsewhere.
    if (!autoFocus || !textarea || !isFocusFree(null)) return;
    textarea.focus();
    textarea.setSelectionRange(textarea.value.length, textarea.value.length);
  }, [autoFocus]);
  return (
    <form
      noValidate
      data-error-lines
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
        <ConflictNotice editing={editing} />
      </div>
      <div ref={field} className="mb-2">
        <NoteField
          rows={5}
          value={text}
          error={text.trim() === '' ? 'Note is required.' : undefined}
          onChange={(event) => editing.setEditorText(event.target.value)}
        />
      </div>
      <CommandError text="The note could not be saved." error={omitDiscarded(editing.error)} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          {editing.isRemoved ? 'Restore and save' : 'Save'}
        </Button>
        <Button variant="secondary" size="small" onClick={editing.cancel}>
          {editing.isRemoved ? 'Discard' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
};
