import { atom } from 'jotai';
import { sessionAtom, sessionStateAtom } from '../session/session.ts';
import { somebodyIsRemembered } from '../session/somebody.ts';
import { studentEmailAtom } from '../session/student.ts';
import { store } from '../store.ts';

/**
 * For whom answers are kept on this device: a student by the provider's id, or a visitor. Null for admins and instructors (what
 * they see is other people's), and while nobody knows who is there.
 */
export const keptReaderAtom = atom<string | null>((get) => {
  const session = get(sessionAtom);
  if (session.status === 'visitor') return 'visitor';
  if (session.status === 'loading') return somebodyIsRemembered() ? null : 'visitor';
  return get(studentEmailAtom) === null ? null : session.person.uid;
});

/** What there is to read; not what runs against a clock or changes by the second. */
const kept = new Set<unknown>([
  'courses',
  'bookmarks',
  'enrolments',
  'notes',
  'announcements',
  'announcements-seen',
  'playback',
  'reviews',
  'ratings',
  'trending',
  'certificates',
  'activity',
  'quizzes',
]);

export const isKept = (queryKey: readonly unknown[]): boolean => kept.has(queryKey[0]);

const patienceMs = 10_000;

const isSettled = (): boolean => {
  const session = store.get(sessionAtom);
  if (session.status === 'loading') return false;
  return session.status === 'visitor' || session.role !== 'asking';
};

/** The reader, once it is known who is there; the first answers are missed before that. Null: there is none. */
export const settledReader = async (): Promise<string | null> => {
  if (!isSettled())
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, patienceMs);
      const stop = store.sub(sessionAtom, () => {
        if (isSettled()) done();
      });
    });
  return store.get(keptReaderAtom);
};

const present = (): string | null => store.get(sessionStateAtom).person?.uid ?? null;

/**
 * For whom an answer that has just come is kept: as `settledReader`, and null where its reader has left by the time that it is
 * known who is there. What one person was given is never the next one's, a visitor's neither.
 */
export const readerOfAnswer = async (): Promise<string | null> => {
  const before = present();
  const reader = await settledReader();
  return before === null || before === present() ? reader : null;
};
