import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from '../../../client/api/api-error.ts';
import { createDiscardedError } from '../../../client/outbox/outbox-messages.ts';
import { NoteEditor } from './note-editor.tsx';

const render = (error: Error) =>
  renderToStaticMarkup(
    <NoteEditor
      autoFocus={false}
      editing={{
        ...{ editorText: 'My text', text: 'My text', otherVersion: null, error },
        ...{ isSaving: false, isBlocked: false, isRemoved: false },
        ...{ open: () => {}, setEditorText: () => {}, acceptOtherVersion: () => {}, cancel: () => {} },
        save: () => {},
      }}
    />,
  );

test('shows why a note could not be saved, but not that the user discarded the edit', () => {
  const refused = render(new ApiError({ code: 'conflict', detail: 'The note is locked.', status: 409 }));
  expect(refused).toContain('The note is locked.');
  const discarded = render(createDiscardedError());
  expect(discarded).toContain('My text');
  expect(discarded).not.toMatch('could not be saved');
});
