import { afterEach, beforeEach, expect, test } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { sessionStateAtom } from '../../client/session/session.ts';
import { initialSessionState } from '../../client/session/session-state.ts';
import { store } from '../../client/store.ts';
import { noteActionKinds } from './note-actions.ts';
import { createEditAtom, discardEdit, setEditText, startLoadingNoteDrafts } from './note-drafts.ts';
import { editNoteKind } from './pending-notes.ts';
import { testNote } from './testing/test-note.ts';

const sam = {
  uid: 'sam',
  email: 'sam@example.org',
  displayName: 'Sam',
  photoURL: null,
  isEmailVerified: true,
};

startLoadingNoteDrafts();

beforeEach(() =>
  store.set(sessionStateAtom, { ...initialSessionState, isLoading: false, hasReported: true, person: sam }),
);
afterEach(() => {
  discardEdit('a');
  store.set(sessionStateAtom, initialSessionState);
});

/** Handles the answer to an edit of the note, which this tab or another one has sent. */
const answerEdit = (text: string) => {
  const action: PendingAction = {
    ...{ order: 1, uid: 'sam', key: '00000000-0000-4000-8000-000000000000', kind: editNoteKind, about: 'a' },
    ...{ method: 'PUT', path: '/notes/a', body: { notes: text }, words: 'Change a note', tab: 'first' },
    ...{ madeAt: 0, tries: 0, failures: 0, notBefore: 0, problem: null },
  };
  noteActionKinds.find(({ name }) => name === editNoteKind)?.onAnswered(updated(1, 1), action);
};
const readEdit = () => store.get(createEditAtom('a'))?.text;

test('closes the editor when its text is saved', () => {
  setEditText(testNote('a', 1), ' Cafe\u0301 ');
  answerEdit('Caf\u00e9');
  expect(readEdit()).toBeUndefined();
});

test('keeps the unsaved text of a note that another tab has saved', () => {
  setEditText(testNote('a', 1), 'Typed here.');
  answerEdit('Typed in another tab.');
  expect(readEdit()).toBe('Typed here.');
});
