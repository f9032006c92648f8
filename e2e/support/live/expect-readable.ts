/**
 * Checks that the receiver of a live update could also read it with a GET. A new kind of update does not compile without an
 * entry here.
 */
import { expect } from 'vitest';
import {
  type LiveMessage,
  type LiveMessageKind,
  liveTrending,
  liveWelcome,
  type ServerToClient,
} from '#contract/live-messages.ts';
import { liveCourse } from '#contract/schemas/courses.ts';
import { dashboard } from '#contract/schemas/dashboard.ts';
import { insightFunnel } from '#contract/schemas/insight.ts';
import { notificationList } from '#contract/schemas/notifications.ts';
import { coursePresence, rosterChange } from '#contract/schemas/presence.ts';
import { ratedCourseList } from '#contract/schemas/reviews.ts';
import { roster } from '#contract/schemas/roster.ts';
import { productUrl } from '../journey.ts';

/** A client that receives live updates; a visitor has no token. */
export type Reader = { name: string; email: string; token: string | null };

const signed = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** Returns the body of the answer, or its status if the request fails. */
export const getJson = async ({ token }: Pick<Reader, 'token'>, path: string): Promise<unknown> => {
  const response = await fetch(productUrl() + path, {
    headers: { accept: 'application/json', ...signed(token) },
    signal: AbortSignal.timeout(30_000),
  });
  return response.ok ? response.json() : `${response.status}`;
};

/** Returns the path of the list that contains the data of an update. */
type ListPath = (reader: Reader, message: LiveMessage) => string;
const own =
  (path: string): ListPath =>
  ({ email }) =>
    path + encodeURIComponent(email);
const at =
  (path: string): ListPath =>
  () =>
    path;

/** Compares an update with the reader's own GET. */
type Check = (reader: Reader, message: LiveMessage, about: string) => Promise<void>;
const listed =
  (listPath: ListPath): Check =>
  async (reader, message, about) =>
    expect(await getJson(reader, listPath(reader, message)), about).toContainEqual(message.data);
/** A live course is a course as GET /courses shows it, with its place in the catalogue, which every visitor can read, too. */
const listedCourse: Check = async (reader, message, about) => {
  const { addedPosition, ...data } = liveCourse.parse(message.data);
  expect(addedPosition, about).toBeLessThanOrEqual(message.position);
  expect(await getJson(reader, '/courses'), about).toContainEqual(data);
};
/** The list can be read and does not contain the data. */
const notListed =
  (listPath: ListPath): Check =>
  async (reader, message, about) => {
    const list = (await getJson(reader, listPath(reader, message))) as { _id: string }[];
    expect(Array.isArray(list), about).toBe(true);
    const ids = list.map(({ _id }) => _id);
    expect(ids, about).not.toContain((message.data as { _id: string })._id);
  };
const ownRole: Check = async (reader, { data }, about) => {
  const [record] = (await getJson(reader, `/userType?email=${reader.email}`)) as { userType: string }[];
  expect(record?.userType, about).toBe((data as { userType: string }).userType);
};
const hasNoData: Check = async (_, { data }, about) => expect(data, about).toBeNull();

const checks: Record<LiveMessageKind, Check> = {
  'course-added': listedCourse,
  'course-changed': listedCourse,
  'course-restored': listedCourse,
  'course-removed': notListed(at('/courses')),
  'user-registered': listed(at('/users')),
  'user-changed': listed(at('/users')),
  'user-removed': notListed(at('/users')),
  'own-role-changed': ownRole,
  'bookmark-added': listed(own('/bookmarks/')),
  'bookmark-removed': notListed(own('/bookmarks/')),
  'enrolment-added': listed(own('/enrolledCourses?email=')),
  'enrolment-removed': notListed(own('/enrolledCourses?email=')),
  'progress-changed': listed(own('/progress/')),
  'certificate-issued': listed(own('/certificates/')),
  'announcement-added': listed(at('/announcement')),
  'announcement-removed': notListed(at('/announcement')),
  'quiz-finished': listed(own('/quizzes?email=')),
  'quiz-marked': listed(own('/quizzes?email=')),
  'quiz-submitted': listed(at('/quizzes/marking?limit=100')),
  'quiz-marks-changed': listed(at('/quizzes/marking?state=marked&limit=100')),
  'note-added': listed(own('/notes/')),
  'note-changed': listed(own('/notes/')),
  'note-removed': notListed(own('/notes/')),
  'review-added': listed(at('/reviews')),
  'review-changed': listed(at('/reviews')),
  'review-removed': notListed(at('/reviews')),
  'person-removed': hasNoData,
};
export const expectReadable = (reader: Reader, message: LiveMessage): Promise<void> =>
  checks[message.kind](reader, message, `${message.kind} to ${reader.name}`);

/** Checks the argument of an event other than a live update. */
type EventCheck = (reader: Reader, argument: unknown) => Promise<void>;
/** For an event without content. */
const noCheck: EventCheck = async () => {};
export const otherEventChecks: Record<Exclude<keyof ServerToClient, 'message'>, EventCheck> = {
  // The log position is in every answer, too.
  welcome: async (_, welcome) => void liveWelcome.parse(welcome),
  position: async (_, position) => expect(position).toEqual(expect.any(Number)),
  'sign-in-again': noCheck,
  'trending-changed': async (reader, trending) => {
    const { courses } = liveTrending.parse(trending);
    const list = ratedCourseList.parse(await getJson(reader, '/highRatedCourses'));
    expect(courses.length).toBeLessThanOrEqual(list.length);
  },
  'announcements-seen': async (reader, position) =>
    expect(await getJson(reader, '/announcement/seen')).toMatchObject({ position }),
  'audit-changed': async (reader, position) => {
    expect(position).toEqual(expect.any(Number));
    expect(await getJson(reader, '/audit?limit=1')).toHaveLength(1);
  },
  dashboard: async (reader, update) => {
    dashboard.parse(update);
    dashboard.parse(await getJson(reader, '/dashboard'));
  },
  'insight-changed': async (reader, position) => {
    expect(position).toEqual(expect.any(Number));
    insightFunnel.parse(await getJson(reader, '/insight/funnel'));
  },
  'roster-changed': async (reader, change) => {
    const { courseId } = rosterChange.parse(change);
    roster.parse(await getJson(reader, `/courses/${courseId}/students`));
  },
  'notifications-changed': async (reader, spreadMs) => {
    expect(spreadMs).toEqual(expect.any(Number));
    notificationList.parse(await getJson(reader, '/notifications'));
  },
  presence: async (reader, presence) => {
    const { courseId } = coursePresence.parse(presence);
    expect(await getJson(reader, `/presence?course=${courseId}`)).toMatchObject({ courseId });
  },
};
