import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import type { Note } from '#contract/schemas/notes.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { queryClient } from '../../client/query-client.ts';
import { sessionStateAtom } from '../../client/session/session.ts';
import { initialSessionState } from '../../client/session/session-state.ts';
import { store } from '../../client/store.ts';
import { noteActionKinds } from './note-actions.ts';
import { createEditAtom, discardEdit, setEditText, startLoadingNoteDrafts } from './note-drafts.ts';
import { notesKey } from './note-live.ts';
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

/** Handles the answer to an edit of the note, which this tab or another one has sent. @param tries how many attempts have failed. */
const answerEdit = (text: string, tries = 0) => {
  const action: PendingAction = {
    ...{ order: 1, uid: 'sam', key: '00000000-0000-4000-8000-000000000000', kind: editNoteKind, about: 'a' },
    ...{ method: 'PUT', path: '/notes/a', body: { notes: text }, words: 'Change a note', tab: 'first' },
    ...{ madeAt: 0, tries, failures: 0, notBefore: 0, problem: null },
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

describe('the cached notes', () => {
  const queryKey = [...notesKey, sam.email];
  const showsSavedText = (text: string) => queryClient.getQueryData<Note[]>(queryKey)?.[0]?.notes === text;
  const isRefetched = () => queryClient.getQueryState(queryKey)?.isInvalidated;

  beforeEach(() => void queryClient.setQueryData(queryKey, [testNote('a', 1)]));
  afterEach(() => queryClient.removeQueries({ queryKey }));

  test('contain the text that was saved at the first attempt, without a request', () => {
    answerEdit('First.');
    expect([showsSavedText('First.'), isRefetched()]).toEqual([true, false]);
  });

  test('keep the text of another device after a retry, because it may be newer than an attempt whose answer was lost', () => {
    setEditText(testNote('a', 1), 'First.');
    queryClient.setQueryData(queryKey, [testNote('a', 1, { notes: 'Newer.' })]);
    answerEdit('First.', 1);
    expect([showsSavedText('Newer.'), isRefetched()]).toEqual([true, true]);
    expect(readEdit()).toBeUndefined();
  });
});
