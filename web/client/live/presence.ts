import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { type AttendedView, type CoursePresence, coursePresence } from '#contract/schemas/presence.ts';
import { connectionAtom } from '../connection.ts';
import { store } from '../store.ts';
import { createViewReporter } from './view-reporter.ts';

type SendView = Parameters<typeof createViewReporter>[0];

let sendView: SendView = () => undefined;
const reporter = createViewReporter((view, onRefused) => sendView(view, onRefused));

/** Reports to the server that this tab shows a view. @returns a function to call when the view is no longer shown. */
export const reportShownView: (view: AttendedView) => () => void = reporter.show;

/** Connects the reporter to the socket. @returns a function that reports the shown view again. */
export const connectViewReporter = (send: SendView): (() => void) => {
  sendView = send;
  return reporter.reportAgain;
};

const presenceAtom = atom<CoursePresence | null>(null);

export const setPresence = (payload: unknown): void => {
  const parsed = coursePresence.safeParse(payload);
  if (parsed.success) store.set(presenceAtom, parsed.data);
};

/**
 * Reports that this tab shows a lesson of the course and returns how many users are studying it now, including the user of this tab.
 * Returns null while the number is not known, for example without a connection.
 * @param courseId null if no lesson is shown.
 */
export const useLearnerCount = (courseId: string | null): number | null => {
  useEffect(() => (courseId === null ? undefined : reportShownView({ at: 'course', courseId })), [courseId]);
  const presence = useAtomValue(presenceAtom);
  const connection = useAtomValue(connectionAtom);
  return connection === 'live' && presence !== null && presence.courseId === courseId
    ? presence.learning
    : null;
};
