import { expect } from 'vitest';
import type { LiveMessage, LiveMessageKind, ServerToClient } from '#contract/live-messages.ts';
import { liveTrending, liveWelcome } from '#contract/public-live-messages.ts';
import { liveCourse } from '#contract/schemas/courses.ts';
import { dashboard } from '#contract/schemas/dashboard.ts';
import { insightFunnel } from '#contract/schemas/insight.ts';
import { notificationList } from '#contract/schemas/notifications.ts';
import { coursePresence, rosterChange } from '#contract/schemas/presence.ts';
import { ratedCourseList } from '#contract/schemas/reviews.ts';
import { roster } from '#contract/schemas/roster.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { productUrl } from '../journey.ts';

/** A client that receives live updates; a visitor has no token. */
export type Client = { name: string; email: string; token: string | null };

/** Returns the body of the answer, or its status if the request fails. */
export const getJson = async ({ token }: Pick<Client, 'token'>, path: string): Promise<unknown> => {
  const response = await fetch(productUrl() + path, {
    headers: { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(longWait.timeout),
  });
  return response.ok ? response.json() : `${response.status}`;
};

/** Returns the path of the list that contains the data of an update. */
type ListPath = (client: Client, message: LiveMessage) => string;
const withEmail =
  (path: string): ListPath =>
  ({ email }) =>
    path + encodeURIComponent(email);
const withoutEmail =
  (path: string): ListPath =>
  () =>
    path;

/** Compares an update with the client's own GET. */
type Check = (client: Client, message: LiveMessage, description: string) => Promise<void>;
/** Expects that the list contains the data. */
const expectListed =
  (listPath: ListPath): Check =>
  async (client, message, description) =>
    expect(await getJson(client, listPath(client, message)), description).toContainEqual(message.data);
/**
 * Expects that the course is in the catalogue. A live course is a course as GET /courses shows it, with two more fields, which every visitor
 * can read: `addedPosition` in GET /catalogue, and `version` in GET /courses/{id}.
 */
const expectListedCourse: Check = async (client, message, description) => {
  const { addedPosition, version, ...data } = liveCourse.parse(message.data);
  expect(addedPosition, description).toBeLessThanOrEqual(message.position);
  expect(version, description).toBeGreaterThan(0);
  expect(await getJson(client, '/courses'), description).toContainEqual(data);
};
/** Expects that the list can be read and does not contain the data. */
const expectNotListed =
  (listPath: ListPath): Check =>
  async (client, message, description) => {
    const list = (await getJson(client, listPath(client, message))) as { _id: string }[];
    expect(Array.isArray(list), description).toBe(true);
    const ids = list.map(({ _id }) => _id);
    expect(ids, description).not.toContain((message.data as { _id: string })._id);
  };
const expectOwnRole: Check = async (client, { data }, description) => {
  const [record] = (await getJson(client, `/userType?email=${client.email}`)) as { userType: string }[];
  expect(record?.userType, description).toBe((data as { userType: string }).userType);
};
const expectNoData: Check = async (_, { data }, description) => expect(data, description).toBeNull();

/** Checks by the kind of the update. The code does not compile if a kind has no entry. */
const checks: Record<LiveMessageKind, Check> = {
  'course-added': expectListedCourse,
  'course-changed': expectListedCourse,
  'course-restored': expectListedCourse,
  'course-removed': expectNotListed(withoutEmail('/courses')),
  'user-registered': expectListed(withoutEmail('/users')),
  'user-changed': expectListed(withoutEmail('/users')),
  'user-removed': expectNotListed(withoutEmail('/users')),
  'own-role-changed': expectOwnRole,
  'bookmark-added': expectListed(withEmail('/bookmarks/')),
  'bookmark-removed': expectNotListed(withEmail('/bookmarks/')),
  'enrolment-added': expectListed(withEmail('/enrolledCourses?email=')),
  'enrolment-removed': expectNotListed(withEmail('/enrolledCourses?email=')),
  'progress-changed': expectListed(withEmail('/progress/')),
  'certificate-issued': expectListed(withEmail('/certificates/')),
  'announcement-added': expectListed(withoutEmail('/announcement')),
  'announcement-removed': expectNotListed(withoutEmail('/announcement')),
  'quiz-finished': expectListed(withEmail('/quizzes?email=')),
  'quiz-marked': expectListed(withEmail('/quizzes?email=')),
  'quiz-submitted': expectListed(withoutEmail('/quizzes/marking?limit=100')),
  'quiz-marks-changed': expectListed(withoutEmail('/quizzes/marking?state=marked&limit=100')),
  'note-added': expectListed(withEmail('/notes/')),
  'note-changed': expectListed(withEmail('/notes/')),
  'note-removed': expectNotListed(withEmail('/notes/')),
  'review-added': expectListed(withoutEmail('/reviews')),
  'review-changed': expectListed(withoutEmail('/reviews')),
  'review-removed': expectNotListed(withoutEmail('/reviews')),
  'person-removed': expectNoData,
};
/** Expects that the receiver of a live update could also read its content with a GET. */
export const expectReadable = (client: Client, message: LiveMessage): Promise<void> =>
  checks[message.kind](client, message, `${message.kind} to ${client.name}`);

/** Checks the argument of an event other than a live update. */
type EventCheck = (client: Client, argument: unknown) => Promise<void>;
/** Checks nothing, because the event has no content. */
const skipCheck: EventCheck = async () => {};
export const otherEventChecks: Record<Exclude<keyof ServerToClient, 'message'>, EventCheck> = {
  // The log position and the id of the history are also in the headers of GET answers.
  welcome: async (_, welcome) => void liveWelcome.parse(welcome),
  position: async (_, position) => expect(position).toEqual(expect.any(Number)),
  'sign-in-again': skipCheck,
  'trending-changed': async (client, trending) => {
    const { courses } = liveTrending.parse(trending);
    const list = ratedCourseList.parse(await getJson(client, '/highRatedCourses'));
    expect(courses.length).toBeLessThanOrEqual(list.length);
  },
  'announcements-seen': async (client, position) =>
    expect(await getJson(client, '/announcement/seen')).toMatchObject({ position }),
  'audit-changed': async (client, position) => {
    expect(position).toEqual(expect.any(Number));
    expect(await getJson(client, '/audit?limit=1')).toHaveLength(1);
  },
  dashboard: async (client, update) => {
    dashboard.parse(update);
    dashboard.parse(await getJson(client, '/dashboard'));
  },
  'insight-changed': async (client, position) => {
    expect(position).toEqual(expect.any(Number));
    insightFunnel.parse(await getJson(client, '/insight/funnel'));
  },
  'roster-changed': async (client, change) => {
    const { courseId } = rosterChange.parse(change);
    roster.parse(await getJson(client, `/courses/${courseId}/students`));
  },
  'notifications-changed': async (client, spreadMs) => {
    expect(spreadMs).toEqual(expect.any(Number));
    notificationList.parse(await getJson(client, '/notifications'));
  },
  presence: async (client, presence) => {
    const { courseId } = coursePresence.parse(presence);
    expect(await getJson(client, `/presence?course=${courseId}`)).toMatchObject({ courseId });
  },
};
