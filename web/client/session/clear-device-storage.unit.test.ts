import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { evolve } from './session-state.ts';

afterEach(() => vi.unstubAllGlobals());
// Otherwise the next test file in this worker would begin with the session of the last test.
afterAll(() => void vi.resetModules());

/** Loads the client anew, as a page does. Call it when the storage of the browser is in place. */
const loadClient = async () => {
  vi.resetModules();
  const { store } = await import('../store.ts');
  const { sessionStateAtom } = await import('./session.ts');
  const { rememberSignedIn } = await import('./signed-in-hint.ts');
  const { clearTabStorageOfEndedSessions } = await import('./clear-device-storage.ts');
  const report = (uid: string | null) => {
    store.set(sessionStateAtom, (session) =>
      evolve(session, {
        type: 'provider-reported',
        person:
          uid === null
            ? null
            : { uid, email: `${uid}@example.org`, displayName: uid, photoURL: null, isEmailVerified: true },
      }),
    );
    rememberSignedIn(uid !== null);
  };
  return { report, clearTabStorageOfEndedSessions };
};

/** Creates a storage whose own properties are the stored keys, as in a browser. */
const createStorage = (keys: readonly string[]): Storage =>
  Object.create(
    {
      get length() {
        return Object.keys(this).length;
      },
      key(index: number) {
        return Object.keys(this)[index] ?? null;
      },
      getItem(this: Record<string, string>, key: string) {
        return this[key] ?? null;
      },
      setItem(this: Record<string, string>, key: string, value: string) {
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key];
      },
    },
    Object.fromEntries(
      keys.map((key) => [key, { value: 'stored', enumerable: true, writable: true, configurable: true }]),
    ),
  );

test('a tab that is opened with the session of another user keeps nothing of the earlier user, and nothing of either after a sign-out', async () => {
  const storage = createStorage(['lyceum-quiz-answers sam', 'lyceum-quiz-answers ann', 'other']);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', createStorage([]));
  const { report, clearTabStorageOfEndedSessions } = await loadClient();
  clearTabStorageOfEndedSessions();
  report('ann');
  expect(Object.keys(storage)).toEqual(['lyceum-quiz-answers ann', 'other']);
  report(null);
  expect(Object.keys(storage)).toEqual(['other']);
});

test.each(['before', 'after'])(
  'forgets the chosen role of a session that ended while no tab was open, if the parts for users start %s the report',
  async (moment) => {
    const storage = createStorage(['lyceum-somebody', 'lyceum-chosen-role sam', 'lyceum-theme']);
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('sessionStorage', createStorage([]));
    const { report, clearTabStorageOfEndedSessions } = await loadClient();
    if (moment === 'before') clearTabStorageOfEndedSessions();
    report(null);
    // The page was rendered by the server, and its code has loaded slowly.
    if (moment === 'after') clearTabStorageOfEndedSessions();
    expect(Object.keys(storage)).toEqual(['lyceum-theme']);
  },
);

test('keeps the role that a person has chosen before their first session', async () => {
  const storage = createStorage(['lyceum-chosen-role sam']);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', createStorage([]));
  const { report, clearTabStorageOfEndedSessions } = await loadClient();
  clearTabStorageOfEndedSessions();
  report(null);
  expect(Object.keys(storage)).toEqual(['lyceum-chosen-role sam']);
});
