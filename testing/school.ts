import { randomUUID } from 'node:crypto';
import type { UserType } from '#contract/schemas/users.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { CourseFields } from '#events/catalogue/streams/course.ts';
import {
  appendRequest,
  courseAdded,
  openTestLog,
  type TestLog,
  userRegistered,
} from '#events/testing/test-log.ts';
import { bookmarkIdOf, enrolmentIdOf, reviewIdOf, userIdOf } from '#platform/identity/record-ids.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { openWriter, type Writer } from '#projector/connection/writer.ts';
import { projections } from '#projector/models/projections.ts';
import { recordIgnoredEvents } from '#projector/projection/ignored-events.ts';
import { advance } from '#projector/runner/advance.ts';

export type TestUser = { id: string; uid: string; email: string };

type Actor = { id: string; role: UserType };

/** The positions of the first and the last event of one append. */
type Appended = { first: number; last: number };

/**
 * A school: a log with its vault, and read tables that the real projections fill after each append, unless the test pauses
 * the projection. Its methods append the events that a command would, so that the read side can be tested
 * without the command-api.
 */
export class School {
  readonly url: string;
  readonly log: TestLog;
  /** While true, events are appended to the log but not projected. */
  isProjectionPaused = false;
  #pending: Appended[] = [];
  readonly #versions = new Map<string, number>();
  readonly #writer: Writer;

  constructor(log: TestLog, writer: Writer) {
    this.url = log.url;
    this.log = log;
    this.#writer = writer;
  }

  /** Appends an event, and projects it unless the projection is paused. @returns its position. */
  append(stream: string, event: DomainEvent, actor: Actor | null = null): Promise<number> {
    return this.#appendAll(stream, [event], actor);
  }

  /** Edits a course many times in one append, to create a long log. */
  async editCourseManyTimes(id: string, times: number): Promise<void> {
    const edits = Array.from(
      { length: times },
      (_, price): DomainEvent => ({ type: 'CourseEdited', data: { changes: { price } } }),
    );
    await this.#appendAll(`course-${id}`, edits);
  }

  /** Projects all events that are not projected yet, append by append, and ends the pause. */
  async project(): Promise<void> {
    this.isProjectionPaused = false;
    for (const appended of this.#pending.splice(0)) await this.#advance(appended);
  }

  /** Projects all events that are not projected yet, in one step, and ends the pause. */
  async projectInOneStep(): Promise<void> {
    this.isProjectionPaused = false;
    const pending = this.#pending.splice(0);
    await this.#advance({ first: pending[0]?.first ?? 1, last: pending.at(-1)?.last ?? 0 });
  }

  async #appendAll(
    stream: string,
    events: readonly DomainEvent[],
    actor: Actor | null = null,
  ): Promise<number> {
    const expectedVersion = this.#versions.get(stream) ?? 0;
    const [event] = events;
    if (!event) throw new Error('There is no event to append.');
    const result = await this.log.appender.append(
      appendRequest({
        writes: [{ stream, expectedVersion, events }],
        ...(actor ? { metadata: { actor, correlationId: `request-of-${event.type}` } } : {}),
      }),
    );
    if (result.outcome !== 'appended') throw new Error(`The append ended as ${result.outcome}.`);
    this.#versions.set(stream, expectedVersion + events.length);
    this.#pending.push({ first: result.position - events.length + 1, last: result.position });
    if (!this.isProjectionPaused) await this.project();
    return result.position;
  }

  /** Projects the events of one or several appends. Models may be at different positions, because a test may move checkpoints itself. */
  async #advance({ first, last }: Appended): Promise<void> {
    const { events } = await this.log.reader.readPage(first - 1, last - first + 1);
    const { rows } = await this.log.pool.query<{ position: number; models: string[] }>(
      `select position::int, array_agg(model) as models from read.checkpoints where position < $1 group by position`,
      [last],
    );
    for (const { position, models } of rows)
      await advance(
        this.#writer.db,
        projections.filter(({ model }) => models.includes(model)),
        { after: position, to: last, events },
      );
  }

  async addCourse(name: string, fields: Partial<CourseFields> = {}): Promise<string> {
    const id = randomUUID();
    const event = courseAdded(name);
    await this.append(`course-${id}`, { ...event, data: { ...event.data, ...fields } } as DomainEvent);
    return id;
  }
  editCourse(id: string, changes: Partial<CourseFields>) {
    return this.append(`course-${id}`, { type: 'CourseEdited', data: { changes } });
  }
  removeCourse(id: string) {
    return this.append(`course-${id}`, { type: 'CourseRemoved', data: {} });
  }
  restoreCourse(id: string) {
    return this.append(`course-${id}`, { type: 'CourseRestored', data: {} });
  }

  /** Submits a review. All reviews of one user for a course have the same id. */
  async review(user: TestUser, courseId: string, rating: number, comment = 'Good.') {
    const enrolmentId = enrolmentIdOf(user.id, courseId);
    const id = reviewIdOf(enrolmentId);
    const ids = { userId: user.id, courseId };
    // As if the client had named the course by the id of the enrolment.
    const courseCalledBy = 'enrolment';
    const content = { ...ids, courseCalledBy, rating, comment } as const;
    const append = (event: DomainEvent) => this.append(`review-${id}`, event);
    const submit = () => append({ type: 'ReviewSubmitted', data: { ...content, enrolmentId } });
    await submit();
    return {
      id,
      enrolmentId,
      submit,
      revise: (changes: { rating?: number; comment?: string; courseCalledBy?: 'course' }) =>
        append({ type: 'ReviewRevised', data: { ...content, ...changes } }),
      remove: () => append({ type: 'ReviewRemoved', data: { ...ids, by: 'admin' } }),
      restore: () => append({ type: 'ReviewRestored', data: ids }),
    };
  }

  /** Enrols a user in a course. */
  async enrol(user: TestUser, courseId: string) {
    const id = enrolmentIdOf(user.id, courseId);
    const data = { userId: user.id, courseId };
    const append = (event: DomainEvent) => this.append(`enrolment-${id}`, event);
    const join = () => append({ type: 'StudentEnrolled', data });
    return {
      id,
      position: await join(),
      start: (startedBy: 'enrolment' | 'course' = 'enrolment') =>
        append({ type: 'CourseStarted', data: { ...data, startedBy } }),
      complete: (module: number) => append({ type: 'ModuleCompleted', data: { ...data, module } }),
      leave: () => append({ type: 'StudentLeft', data }),
      rejoin: join,
    };
  }

  async bookmark(user: TestUser, courseId: string) {
    const stream = `bookmark-${bookmarkIdOf(user.id, courseId)}`;
    const data = { userId: user.id, courseId };
    await this.append(stream, { type: 'CourseBookmarked', data });
    return { remove: () => this.append(stream, { type: 'BookmarkRemoved', data }) };
  }

  /** Posts an announcement for the students of a course, or for everybody. */
  async announce(poster: TestUser, text: string, courseId: string | null = null) {
    const id = randomUUID();
    const ids = { userId: poster.id, courseId };
    const content = { userType: 'Instructor', type: 'Course Related', date: '2026-03-05', text } as const;
    await this.append(`announcement-${id}`, { type: 'AnnouncementPosted', data: { ...ids, ...content } });
    return { id, ...this.#withdrawal(id, ids) };
  }

  /** Sends a message to selected students of a course. */
  async message(sender: TestUser, text: string, courseId: string, recipients: readonly TestUser[]) {
    const id = randomUUID();
    const ids = { userId: sender.id, courseId };
    const content = { userType: 'Instructor', date: '2026-03-05', text } as const;
    const data = { ...ids, ...content, recipientIds: recipients.map((recipient) => recipient.id) };
    await this.append(`announcement-${id}`, { type: 'StudentMessagePosted', data });
    return { id, ...this.#withdrawal(id, ids) };
  }

  #withdrawal(id: string, ids: { userId: string; courseId: string | null }) {
    const append = (event: DomainEvent) => this.append(`announcement-${id}`, event);
    return {
      withdraw: () => append({ type: 'AnnouncementWithdrawn', data: { ...ids, by: 'poster' } }),
      restore: () => append({ type: 'AnnouncementRestored', data: ids }),
    };
  }

  async register(name: string, userType: UserType = 'Student'): Promise<TestUser> {
    const uid = `uid-${name}`;
    const user = { uid, id: userIdOf(uid), email: `${name}@example.org` };
    const event = userRegistered(name);
    await this.append(`user-${user.id}`, { ...event, data: { ...event.data, userType } } as DomainEvent);
    return user;
  }
  /** Registers users under their names, with these roles. */
  async registerAll<Name extends string>(userTypes: Record<Name, UserType>): Promise<Record<Name, TestUser>> {
    const users: Record<string, TestUser> = {};
    for (const [name, userType] of Object.entries<UserType>(userTypes))
      users[name] = await this.register(name, userType);
    return users;
  }
  changeRole(user: TestUser, from: UserType, to: UserType) {
    return this.append(`user-${user.id}`, { type: 'UserRoleChanged', data: { from, to } });
  }
  removeUser(user: TestUser) {
    return this.append(`user-${user.id}`, { type: 'UserRemoved', data: {} });
  }
}

/**
 * Opens an empty school. It is closed after the test, or after the tests of the file.
 * @param url of an existing database; by default the school gets a database of its own.
 */
export const openSchool = async (url?: string): Promise<School> => {
  const log = await openTestLog(url);
  const writer = await openWriter({ connectionString: log.url, role: 'lyceum_projector' });
  afterTests(() => writer.close());
  await recordIgnoredEvents(writer.db, projections);
  return new School(log, writer);
};
