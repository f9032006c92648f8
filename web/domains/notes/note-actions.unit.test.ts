import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inserted, updated } from '#contract/schemas/command-results.ts';
import type { Note } from '#contract/schemas/notes.ts';
import { type LogPosition, rememberRead } from '../../client/api/log-position.ts';
import { connectionAtom } from '../../client/connection.ts';
import { recentUpdates } from '../../client/live/recent-updates.ts';
import { outboxAtom } from '../../client/outbox/outbox-atoms.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { queryClient } from '../../client/query-client.ts';
import { sessionStateAtom } from '../../client/session/session.ts';
import { initialSessionState } from '../../client/session/session-state.ts';
import { store } from '../../client/store.ts';
import { noteActionKinds } from './note-actions.ts';
import {
  createEditAtom,
  discardEdit,
  setEditText,
  startLoadingNoteDrafts,
  unsavedNotesAtom,
} from './note-drafts.ts';
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
  store.set(outboxAtom, { actions: [], needsSignIn: false });
  store.set(sessionStateAtom, initialSessionState);
});

const createAction = (changes: Pick<PendingAction, 'kind' | 'method' | 'path' | 'body'>): PendingAction => ({
  ...{
    order: 1,
    uid: 'sam',
    key: '00000000-0000-4000-8000-000000000000',
    about: 'a',
    words: '',
    tab: 'first',
  },
  ...{ madeAt: Date.UTC(2026, 0, 2), tries: 0, failures: 0, notBefore: 0, problem: null },
  ...changes,
});
/** The live connection of this tab has delivered all updates after this position. The position is higher than those that other tests read. */
const connectedAt = 1_000_000;
/** The position that the actions of these tests reach on the server. */
const reached = { logId: 'log', position: connectedAt + 10 };
const answer = (action: PendingAction, body: unknown, position: LogPosition | null = reached) =>
  noteActionKinds.find(({ name }) => name === action.kind)?.onAnswered(body, action, position);
/** Handles the answer to an edit of the note by this tab or another one. */
const answerEdit = (text: string, position: LogPosition | null = reached) =>
  answer(
    createAction({ kind: editNoteKind, method: 'PUT', path: '/notes/a', body: { notes: text } }),
    updated(1, 1),
    position,
  );
const readEdit = () => store.get(createEditAtom('a'))?.text;

test('closes the editor when its text is saved', () => {
  setEditText(testNote('a', 1), ' Cafe\u0301 ');
  answerEdit('Caf\u00e9');
  expect(readEdit()).toBeUndefined();
});

test('keeps the unsaved text if another tab has saved a different text', () => {
  setEditText(testNote('a', 1), 'Typed here.');
  answerEdit('Typed in another tab.');
  expect(readEdit()).toBe('Typed here.');
});

test('does not describe an edit as unsaved while it waits in the outbox, although its text was trimmed', () => {
  setEditText(testNote('a', 1), 'Typed here. ');
  expect(store.get(unsavedNotesAtom)).toHaveLength(1);
  const body = { notes: 'Typed here.' };
  const action = createAction({ kind: editNoteKind, method: 'PUT', path: '/notes/a', body });
  store.set(outboxAtom, { actions: [action], needsSignIn: false });
  expect(store.get(unsavedNotesAtom)).toEqual([]);
});

describe('the cached notes', () => {
  const queryKey = [...notesKey, sam.email];
  const showsSavedText = (text: string) => queryClient.getQueryData<Note[]>(queryKey)?.[0]?.notes === text;
  const isRefetched = () => queryClient.getQueryState(queryKey)?.isInvalidated;

  /** Delivers a change to the note that was made on another device. */
  const changeElsewhere = (text: string, position: number) => {
    const note = testNote('a', 1, { notes: text, editedAt: new Date().toISOString() });
    recentUpdates.add({ position, kind: 'note-changed', data: note });
    queryClient.setQueryData(queryKey, [note]);
  };

  beforeEach(() => {
    rememberRead({ logId: reached.logId, position: 1 });
    recentUpdates.restartAt(connectedAt);
    store.set(connectionAtom, 'live');
    queryClient.setQueryData(queryKey, [testNote('a', 1)]);
  });
  afterEach(() => {
    recentUpdates.restartAt(0);
    store.set(connectionAtom, 'starting');
    queryClient.removeQueries({ queryKey });
  });

  test('contain the text that was saved, without a request', () => {
    answerEdit('First.');
    expect([showsSavedText('First.'), isRefetched()]).toEqual([true, false]);
  });

  test('contain the text that was saved, even if the note was changed on another device before', () => {
    changeElsewhere('Older.', reached.position - 1);
    answerEdit('First.');
    expect([showsSavedText('First.'), isRefetched()]).toEqual([true, false]);
  });

  test('keep a newer text from another device that arrived before a late answer', () => {
    setEditText(testNote('a', 1), 'First.');
    changeElsewhere('Newer.', reached.position + 1);
    answerEdit('First.');
    expect([showsSavedText('Newer.'), isRefetched()]).toEqual([true, false]);
    expect(readEdit()).toBeUndefined();
  });

  const unknownPositions = [
    [
      'whose position is lower than the first one that this tab has followed',
      { ...reached, position: connectedAt - 1 },
    ],
    ['whose position is unknown', null],
  ] as const;

  test.each(unknownPositions)('are fetched again after the answer to an edit %s', (_, position) => {
    answerEdit('First.', position);
    expect([showsSavedText('Note a'), isRefetched()]).toEqual([true, true]);
  });

  /** Handles the answer to the addition of a second note. */
  const answerAddition = (position: LogPosition | null = reached) => {
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
    const action = createAction({ kind: addNoteKind, method: 'POST', path: '/notes', body });
    answer(action, inserted(addedId), position);
  };
  const addedId = '00000000-0000-4000-8000-00000000000b';
  const listIds = () => queryClient.getQueryData<Note[]>(queryKey)?.map(({ _id }) => _id);

  test('contain a note that was added', () => {
    answerAddition();
    expect(listIds()?.toSorted()).toEqual([addedId, 'a']);
    expect(isRefetched()).toBe(false);
  });

  test.each(unknownPositions)('contain the note of an addition %s, and are fetched again', (_, position) => {
    answerAddition(position);
    expect(listIds()?.toSorted()).toEqual([addedId, 'a']);
    expect(isRefetched()).toBe(true);
  });
});
