import type { LiveMessage, LiveMessageKind } from '#contract/live-messages.ts';
import { isPermitted } from '#contract/policies.ts';
import type { Disclosure } from '#contract/schemas/readings.ts';
import type { Audience } from '../rooms.ts';

/** The category of personal data that an Admin reads with a message. The GET of the same data records the same category. */
const disclosures = {
  'user-registered': 'users',
  'user-changed': 'users',
  'review-added': 'reviewers',
  'review-changed': 'reviewers',
  'quiz-submitted': 'written-answers',
  'quiz-marks-changed': 'written-answers',
  // The other messages name nobody, are about the user's own records, or name only the teacher of a course or the poster of an
  // announcement.
  'course-added': null,
  'course-changed': null,
  'course-removed': null,
  'course-restored': null,
  'user-removed': null,
  'own-role-changed': null,
  'bookmark-added': null,
  'bookmark-removed': null,
  'enrolment-added': null,
  'enrolment-removed': null,
  'progress-changed': null,
  'certificate-issued': null,
  'announcement-added': null,
  'announcement-removed': null,
  'quiz-finished': null,
  'quiz-marked': null,
  'note-added': null,
  'note-changed': null,
  'note-removed': null,
  'review-removed': null,
  'person-removed': null,
} as const satisfies Record<LiveMessageKind, Disclosure | null>;

const isOwn = ({ kind, data }: LiveMessage, userId: string): boolean => {
  if (kind === 'user-registered' || kind === 'user-changed') return data._id === userId;
  return (kind === 'review-added' || kind === 'review-changed') && data.own;
};

/** Returns the categories of others' personal data that an audience reads with these messages. Empty unless the audience is an Admin. */
export const findDisclosures = (
  audience: Audience,
  messages: readonly LiveMessage[],
): ReadonlySet<Disclosure> =>
  new Set(
    audience !== null && isPermitted(audience.userType, 'user.readOther')
      ? messages.flatMap((message) => (isOwn(message, audience.id) ? [] : (disclosures[message.kind] ?? [])))
      : [],
  );
