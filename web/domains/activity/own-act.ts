import type { LiveMessage, LiveMessageKind } from '#contract/live.ts';

/** What only one's own tabs are told when one has learnt something. */
const tellsOfAnAct: readonly LiveMessageKind[] = [
  'bookmark-added',
  'enrolment-added',
  'progress-changed',
  'note-added',
  'quiz-finished',
  'certificate-issued',
];

/** Whether a live message says that the student at this device has learnt something. Reviews are told to everybody. */
export const isOwnAct = (message: LiveMessage): boolean =>
  message.kind === 'review-added' ? message.data.own : tellsOfAnAct.includes(message.kind);
