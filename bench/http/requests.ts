import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod/mini';
import { endpoints } from '#contract/endpoints.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { bookmarkIdOf, enrolmentIdOf } from '#platform/identity/record-ids.ts';
import type { Edition } from './editions/edition.ts';
import { formatRequest } from './load/format-request.ts';
import type { Load } from './load/run-load.ts';
import type { PeerKind } from './peers/peer-options.ts';
import { courseBody } from './school/course-body.ts';
import type { Person } from './school/people.ts';
import type { School } from './school/seed-school.ts';

/** A request that is measured. Its group decides which peer it is compared with. */
export type BenchRequest = {
  name: string;
  /** The name in the report. */
  label: string;
  group: 'public' | 'signed-in' | 'commands';
  /** The multiple of the peer's rate that must be reached; by number of connections if it depends on that. */
  floor: number | Record<number, number>;
  /** The multiple beyond the floor that we would like to reach. */
  ambition: number | Record<number, number>;
  /** Each acknowledged command appends one event of one of these types. */
  eventTypes?: readonly string[];
  /** Prepares one run. */
  createLoad: (edition: Edition, school: School) => Promise<Load> | Load;
};

/** The peer that each group is compared with. */
export const peerOf: Record<BenchRequest['group'], PeerKind> = {
  public: 'hello',
  'signed-in': 'select',
  commands: 'insert',
};

/** Returns a function that parses a body with a schema and then checks the value. */
const createValidator =
  <T>(schema: z.ZodMiniType<T>, check: (value: T) => void = () => {}) =>
  (body: string) =>
    check(schema.parse(JSON.parse(body)));

/** Returns the item at this index; after the last item the first one follows. */
const pickInTurn = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The school lacks what this request needs.');
  return found;
};

const createPublicGet = (
  name: string,
  path: (school: School) => string,
  validate: Load['validate'],
  targets = { floor: 0.4, ambition: 0.6 },
): BenchRequest => ({
  name,
  label: `GET ${path(exampleSchool)}`,
  group: 'public',
  ...targets,
  createLoad: ({ readPort }, school) => {
    const request = formatRequest('GET', path(school));
    return { port: readPort, createRequests: () => () => request, expectedStatus: 200, validate };
  },
});

/** A school for labels, in which a placeholder stands for the id of a course. */
const exampleSchool = { courses: ['{id}'] } as unknown as School;

/** A GET of the page of courses with the entity tag that it has at the start of the run. */
const notModified: BenchRequest = {
  name: 'not-modified',
  label: 'GET /courses?limit=24, not modified',
  group: 'public',
  floor: 0.4,
  ambition: 0.6,
  createLoad: async ({ readPort }) => {
    const answer = await fetch(`http://127.0.0.1:${readPort}/courses?limit=24`);
    await answer.arrayBuffer();
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    const request = formatRequest('GET', '/courses?limit=24', { headers });
    return {
      port: readPort,
      createRequests: () => () => request,
      expectedStatus: 304,
      validate: (body) => assert.equal(body, ''),
    };
  },
};

const authorizationOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

const createSignedInGet = (
  name: string,
  label: string,
  path: (reader: Person) => string,
  validate: Load['validate'],
): BenchRequest => ({
  name,
  label: `GET ${label}`,
  group: 'signed-in',
  floor: 1,
  ambition: 1.5,
  createLoad: ({ readPort }, { readers }) => ({
    port: readPort,
    createRequests: (connection) => {
      const reader = pickInTurn(readers, connection);
      const request = formatRequest('GET', path(reader), { headers: authorizationOf(reader) });
      return () => request;
    },
    expectedStatus: 200,
    validate,
  }),
});

/** Returns a function that asserts that a list has this length. */
const expectLength = (length: number) => (list: readonly unknown[]) => assert.equal(list.length, length);

const formatCommand = (person: Person, method: string, path: string, body?: object): string =>
  formatRequest(method, path, {
    headers: { ...authorizationOf(person), 'idempotency-key': randomUUID() },
    ...(body ? { body } : {}),
  });

const createCommand = (
  name: string,
  label: string,
  eventTypes: readonly string[],
  createRequests: (school: School) => Load['createRequests'],
  validate: Load['validate'],
): BenchRequest => ({
  name,
  label,
  group: 'commands',
  floor: { 50: 1, 256: 1.5 },
  ambition: { 50: 1.5, 256: 2.5 },
  eventTypes,
  createLoad: ({ commandPort }, school) => ({
    port: commandPort,
    expectedStatus: 200,
    validate,
    createRequests: createRequests(school),
  }),
});

/**
 * Returns a function that creates the requests of each connection, which alternately bookmark a course and remove the bookmark. No
 * other connection uses the same course for the same person.
 */
const createBookmarkRequests = () => {
  const bookmarked = new Set<string>();
  return ({ writers, courses }: School): Load['createRequests'] =>
    (connection) => {
      const writer = pickInTurn(writers, connection);
      const courseId = pickInTurn(courses, Math.floor(connection / writers.length));
      const id = bookmarkIdOf(writer.userId, courseId);
      return () => {
        if (bookmarked.delete(id)) return formatCommand(writer, 'DELETE', `/bookmarks/${id}`);
        bookmarked.add(id);
        return formatCommand(writer, 'POST', '/bookmarks', { courseId });
      };
    };
};

/**
 * Returns a function whose requests complete the first module of all started enrolments of a school, then the second, and so on. There are more
 * enrolments than connections, so the modules of an enrolment are completed in order.
 */
const createProgressRequests = () => {
  let completed = 0;
  return ({ writers, startedCourses }: School): Load['createRequests'] =>
    () =>
    () => {
      const enrolments = writers.length * startedCourses.length;
      const writer = pickInTurn(writers, completed);
      const courseId = pickInTurn(startedCourses, Math.floor(completed / writers.length));
      const module = 1 + Math.floor(completed / enrolments);
      if (module > modulesPerCourse)
        throw new Error('All modules are completed. Use fewer or shorter rounds.');
      completed += 1;
      return formatCommand(writer, 'PATCH', `/progress/${enrolmentIdOf(writer.userId, courseId)}`, {
        module,
      });
    };
};

/** Creates the measured requests of one edition. They remember what they have changed. */
export const createBenchRequests = (): BenchRequest[] => [
  createPublicGet(
    'healthz',
    () => '/healthz',
    (body) => assert.equal(body, '{"status":"ok"}'),
    { floor: 0.6, ambition: 0.8 },
  ),
  createPublicGet(
    'course',
    ({ courses }) => `/courses/${courses[0]}`,
    createValidator(endpoints.readCourse.answer),
  ),
  createPublicGet(
    'courses',
    () => '/courses?limit=24',
    createValidator(endpoints.listCourses.answer, expectLength(24)),
  ),
  createPublicGet(
    'reviews',
    () => '/reviews?limit=24',
    createValidator(endpoints.listReviews.answer, expectLength(24)),
  ),
  notModified,
  createSignedInGet(
    'user-type',
    '/userType',
    ({ email }) => `/userType?email=${email}`,
    createValidator(endpoints.readUserType.answer, expectLength(1)),
  ),
  createSignedInGet(
    'enrolled',
    '/enrolledCourses',
    ({ email }) => `/enrolledCourses?email=${email}`,
    createValidator(endpoints.listEnrolledCourses.answer, expectLength(3)),
  ),
  createSignedInGet(
    'progress-list',
    '/progress/{email}',
    ({ email }) => `/progress/${email}`,
    createValidator(endpoints.listProgress.answer, expectLength(3)),
  ),
  createSignedInGet(
    'notes-list',
    '/notes/{email}',
    ({ email }) => `/notes/${email}`,
    createValidator(endpoints.listNotes.answer, expectLength(5)),
  ),
  createCommand(
    'add-course',
    'POST /courses',
    ['CourseAdded'],
    ({ admins }) =>
      (connection) =>
      () =>
        formatCommand(pickInTurn(admins, connection), 'POST', '/courses', courseBody('A measured course')),
    createValidator(endpoints.addCourse.answer),
  ),
  createCommand(
    'take-note',
    'POST /notes',
    ['NoteTaken'],
    ({ writers, startedCourses }) =>
      (connection) => {
        const writer = pickInTurn(writers, connection);
        // The API accepts the id of the enrolment as `courseId`.
        const enrolmentId = enrolmentIdOf(writer.userId, pickInTurn(startedCourses, 0));
        const notes = 'What was said in this lesson, and why it matters more than it seems at first.';
        return () =>
          formatCommand(writer, 'POST', '/notes', { notes, courseId: enrolmentId, module: 1, second: 30 });
      },
    createValidator(endpoints.takeNote.answer),
  ),
  createCommand(
    'bookmark',
    'POST and DELETE /bookmarks',
    ['CourseBookmarked', 'BookmarkRemoved'],
    createBookmarkRequests(),
    (body) => assert.match(body, /"acknowledged":true/),
  ),
  createCommand(
    'progress',
    'PATCH /progress/{id}',
    ['ModuleCompleted'],
    createProgressRequests(),
    createValidator(endpoints.completeModule.answer),
  ),
];
