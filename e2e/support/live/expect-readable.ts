/**
 * Where each kind of message can be read: nobody is told what they could not GET. A new kind does not compile without a line
 * here.
 */
import { expect } from 'vitest';
import {
  type LiveMessage,
  type LiveMessageKind,
  liveTrending,
  liveWelcome,
  type ServerToClient,
} from '#contract/live-messages.ts';
import { dashboard } from '#contract/schemas/dashboard.ts';
import { insightFunnel } from '#contract/schemas/insight.ts';
import { coursePresence } from '#contract/schemas/presence.ts';
import { highRatedCourseList } from '#contract/schemas/reviews.ts';
import { productUrl } from '../journey.ts';

/** Somebody who is told, and asks; a visitor has no token. */
export type Reader = { name: string; email: string; token: string | null };

const signed = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** The answer's body; the status where it is no good. */
export const getJson = async ({ token }: Pick<Reader, 'token'>, path: string): Promise<unknown> => {
  const response = await fetch(productUrl() + path, {
    headers: { accept: 'application/json', ...signed(token) },
    signal: AbortSignal.timeout(30_000),
  });
  return response.ok ? response.json() : `${response.status}`;
};

/** Where a person reads what a kind of message says: a list that holds the message's data as it is. */
type Place = (reader: Reader, message: LiveMessage) => string;
const own =
  (path: string): Place =>
  ({ email }) =>
    path + encodeURIComponent(email);
const at =
  (path: string): Place =>
  () =>
    path;

/** Whether the reader's own GET gives what they were told. */
type Check = (reader: Reader, message: LiveMessage, about: string) => Promise<void>;
const listed =
  (place: Place): Check =>
  async (reader, message, about) =>
    expect(await getJson(reader, place(reader, message)), about).toContainEqual(message.data);
/** The list can be read, and does not hold it. */
const goneFrom =
  (place: Place): Check =>
  async (reader, message, about) => {
    const list = (await getJson(reader, place(reader, message))) as { _id: string }[];
    expect(Array.isArray(list), about).toBe(true);
    const ids = list.map(({ _id }) => _id);
    expect(ids, about).not.toContain((message.data as { _id: string })._id);
  };
const ownRole: Check = async (reader, { data }, about) => {
  const [record] = (await getJson(reader, `/userType?email=${reader.email}`)) as { userType: string }[];
  expect(record?.userType, about).toBe((data as { userType: string }).userType);
};
const nothing: Check = async (_, { data }, about) => expect(data, about).toBeNull();

/** Every kind of message there is. */
const checks: Record<LiveMessageKind, Check> = {
  'course-added': listed(at('/courses')),
  'course-changed': listed(at('/courses')),
  'course-restored': listed(at('/courses')),
  'course-removed': goneFrom(at('/courses')),
  'user-registered': listed(at('/users')),
  'user-changed': listed(at('/users')),
  'user-removed': goneFrom(at('/users')),
  'own-role-changed': ownRole,
  'bookmark-added': listed(own('/bookmarks/')),
  'bookmark-removed': goneFrom(own('/bookmarks/')),
  'enrolment-added': listed(own('/enrolledCourses?email=')),
  'enrolment-removed': goneFrom(own('/enrolledCourses?email=')),
  'progress-changed': listed(own('/progress/')),
  'certificate-issued': listed(own('/certificates/')),
  'announcement-added': listed(at('/announcement')),
  'announcement-removed': goneFrom(at('/announcement')),
  'quiz-finished': listed(own('/quizzes?email=')),
  'quiz-marked': listed(own('/quizzes?email=')),
  'quiz-submitted': listed(at('/quizzes/marking?limit=100')),
  'quiz-marks-changed': listed(at('/quizzes/marking?state=marked&limit=100')),
  'note-added': listed(own('/notes/')),
  'note-changed': listed(own('/notes/')),
  'note-removed': goneFrom(own('/notes/')),
  'review-added': listed(at('/reviews')),
  'review-changed': listed(at('/reviews')),
  'review-removed': goneFrom(at('/reviews')),
  'person-removed': nothing,
};
export const expectReadable = (reader: Reader, message: LiveMessage): Promise<void> =>
  checks[message.kind](reader, message, `${message.kind} to ${reader.name}`);

/** What else a server says, and whether this reader could ask for it. */
type Said = (reader: Reader, argument: unknown) => Promise<void>;
const saysNothing: Said = async () => {};
export const otherEventChecks: Record<Exclude<keyof ServerToClient, 'message'>, Said> = {
  // Where the log stands; every answer says it, too.
  welcome: async (_, welcome) => void liveWelcome.parse(welcome),
  position: async (_, position) => expect(position).toEqual(expect.any(Number)),
  'sign-in-again': saysNothing,
  'trending-changed': async (reader, trending) => {
    const { courses } = liveTrending.parse(trending);
    const list = highRatedCourseList.parse(await getJson(reader, '/highRatedCourses'));
    expect(courses.length).toBeLessThanOrEqual(list.length);
  },
  'announcements-seen': async (reader, position) =>
    expect(await getJson(reader, '/announcement/seen')).toMatchObject({ position }),
  'audit-changed': async (reader, position) => {
    expect(position).toEqual(expect.any(Number));
    expect(await getJson(reader, '/audit?limit=1')).toHaveLength(1);
  },
  dashboard: async (reader, told) => {
    dashboard.parse(told);
    dashboard.parse(await getJson(reader, '/dashboard'));
  },
  'insight-changed': async (reader, position) => {
    expect(position).toEqual(expect.any(Number));
    insightFunnel.parse(await getJson(reader, '/insight/funnel'));
  },
  presence: async (reader, presence) => {
    const { courseId } = coursePresence.parse(presence);
    expect(await getJson(reader, `/presence?course=${courseId}`)).toMatchObject({ courseId });
  },
};
