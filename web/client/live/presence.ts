import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { type CoursePresence, coursePresence, type LivePlace } from '#contract/presence.ts';
import { store } from '../store.ts';
import { liveAttendance } from './attendance.ts';
import { connectionAtom } from './connection.ts';

let say: Parameters<typeof liveAttendance>[0] = () => undefined;
const attendance = liveAttendance((place, refused) => say(place, refused));

/** Says what this tab shows, for those who need to know it at the server. @returns the way to end it. */
export const attend = attendance.attend;

/** The socket says how it speaks to the server. @returns to be called when the server has forgotten what it was told. */
export const followAttendance = (speaker: (place: LivePlace | null, refused: () => void) => void) => {
  say = speaker;
  return attendance.sayAgain;
};

const presenceAtom = atom<CoursePresence | null>(null);

export const tellPresence = (told: unknown): void => {
  const parsed = coursePresence.safeParse(told);
  if (parsed.success) store.set(presenceAtom, parsed.data);
};

let hearDashboard: (told: unknown) => void = () => undefined;

/** Has `listener` called with what the server says of the dashboard, as it came. There is one listener. */
export const listenDashboard = (listener: (told: unknown) => void): void => {
  hearDashboard = listener;
};

export const tellDashboard = (told: unknown): void => hearDashboard(told);

/**
 * Says that this tab shows the lesson of a course (null: it does not, really), and how many learn it now, the reader among
 * them; null while that is not known, as without a connection.
 */
export const useLearners = (courseId: string | null): number | null => {
  useEffect(() => (courseId === null ? undefined : attend({ at: 'course', courseId })), [courseId]);
  const presence = useAtomValue(presenceAtom);
  const connection = useAtomValue(connectionAtom);
  return connection === 'live' && presence !== null && presence.courseId === courseId
    ? presence.learning
    : null;
};
