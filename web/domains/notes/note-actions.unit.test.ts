import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inserted, updated } from '#contract/schemas/command-results.ts';
import type { Note } from '#contract/schemas/notes.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { queryClient } from '../../client/query-client.ts';
import { sessionStateAtom } from '../../client/session/session.ts';
import { initialSessionState } from '../../client/session/session-state.ts';
import { store } from '../../client/store.ts';
import { noteActionKinds } from './note-actions.ts';
import { createEditAtom, discardEdit, setEditText, startLoadingNoteDrafts } from './note-drafts.ts';
import { notesKey } from './note-live.ts';
import { addNoteKind, editNoteKind } from './pending-notes.ts';
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

/** When the user made the actions of these tests, in milliseconds since 1970. */
const editTime = Date.UTC(2026, 0, 2);
const createAction = (
  changes: Pick<PendingAction, 'kind' | 'method' | 'path' | 'body' | 'tries'>,
): PendingAction => ({
  ...{
    order: 1,
    uid: 'sam',
    key: '00000000-0000-4000-8000-000000000000',
    about: 'a',
    words: '',
    tab: 'first',
  },
  ...{ madeAt: editTime, failures: 0, notBefore: 0, problem: null },
  ...changes,
});
const answer = (action: PendingAction, body: unknown) =>
  noteActionKinds.find(({ name }) => name === action.kind)?.onAnswered(body, action);
/** Handles the answer to an edit of the note, which this tab or another one has sent. @param tries how many attempts have failed. */
const answerEdit = (text: string, tries = 0, changes: Pick<PendingAction, 'firstTriedAt'> = {}) =>
  answer(
    {
      ...createAction({ kind: editNoteKind, method: 'PUT', path: '/notes/a', body: { notes: text }, tries }),
      ...changes,
    },
    updated(1, 1),
  );
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

  test('contain the text that was saved after a retry, even before the notes have been fetched again', () => {
    answerEdit('First.', 1);
    expect([showsSavedText('First.'), isRefetched()]).toEqual([true, true]);
  });

  test('contain the second of two edits that waited, although the first one was answered after both were made', () => {
    answerEdit('First.');
    const firstTriedAt = Date.now() + 1;
    answerEdit('Second.', 1, { firstTriedAt });
    expect(showsSavedText('Second.')).toBe(true);
  });

  test('keep the text of another device after a retry, because it may be newer than an attempt whose answer was lost', () => {
    setEditText(testNote('a', 1), 'First.');
    const editedAt = new Date(editTime + 1).toISOString();
    queryClient.setQueryData(queryKey, [testNote('a', 1, { notes: 'Newer.', editedAt })]);
    answerEdit('First.', 1);
    expect([showsSavedText('Newer.'), isRefetched()]).toEqual([true, true]);
    expect(readEdit()).toBeUndefined();
  });

  test('contain a note that was added after a retry, even before the notes have been fetched again', () => {
    const { notes, enrolmentId, catalogueId, courseName, courseCode, courseImageUrl } = testNote('b', 1);
    const body = {
      notes,
      courseId: enrolmentId,
      catalogueId,
      userEmail: sam.email,
      courseName,
      courseCode,
      courseImageUrl,
    };
    const id = '00000000-0000-4000-8000-00000000000b';
    answer(createAction({ kind: addNoteKind, method: 'POST', path: '/notes', body, tries: 1 }), inserted(id));
    const ids = queryClient.getQueryData<Note[]>(queryKey)?.map(({ _id }) => _id);
    expect(ids?.toSorted()).toEqual([id, 'a']);
    expect(isRefetched()).toBe(true);
  });
});
