import { afterEach, expect, test, vi } from 'vitest';
import { store } from '../store.ts';
import { clearTabStorageOfEndedSessions } from './clear-device-storage.ts';
import { sessionStateAtom } from './session.ts';
import { evolve, initialSessionState } from './session-state.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  store.set(sessionStateAtom, initialSessionState);
});

const createStorage = (keys: readonly string[]) => {
  const kept = new Set(keys);
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept][index] ?? null,
    getItem: (key: string) => (kept.has(key) ? 'stored' : null),
    removeItem: (key: string) => void kept.delete(key),
  };
};

const report = (uid: string | null) =>
  store.set(sessionStateAtom, (session) =>
    evolve(session, {
      type: 'provider-reported',
      person:
        uid === null
          ? null
          : { uid, email: `${uid}@example.org`, displayName: uid, photoURL: null, isEmailVerified: true },
    }),
  );

test('a tab that is opened with the session of another user keeps nothing of the earlier user, and nothing of either after a sign-out', () => {
  const storage = createStorage(['lyceum-quiz-answers sam', 'lyceum-quiz-answers ann', 'other']);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', createStorage([]));
  clearTabStorageOfEndedSessions();
  report('ann');
  expect([...storage.kept]).toEqual(['lyceum-quiz-answers ann', 'other']);
  report(null);
  expect([...storage.kept]).toEqual(['other']);
});
