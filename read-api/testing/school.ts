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
import { enrolmentIdOf, reviewIdOf, userIdOf } from '#platform/identity/record-ids.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { type AppendedEvent, modelOf, projectEvent } from './projector/project-event.ts';
import { isActivity } from './projector/project-notes.ts';

export type TestUser = { id: string; uid: string; email: string };

/**
 * A school for tests of the read-api: a real log and real read tables in a database of its own. Events are appended by the
 * real appender and projected by a stand-in, so that a test can pause the projection.
 */
export class School {
  readonly url: string;
  readonly log: TestLog;
  /** While true, events are appended to the log but not projected. */
  isProjectionPaused = false;
  #pending: AppendedEvent[] = [];
  readonly #versions = new Map<string, number>();
  readonly #close: () => Promise<void>;

  constructor(url: string, log: TestLog, close: () => Promise<void>) {
    this.url = url;
    this.log = log;
    this.#close = close;
  }

  /** Appends an event, and projects it unless the projection is paused. @returns its position. */
  append(stream: string, event: DomainEvent, actor: AppendedEvent['actor'] = null): Promise<number> {
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

  /** Projects all pending events and resumes the projection. */
  async project(): Promise<void> {
    this.isProjectionPaused = false;
    for (const appended of this.#pending.splice(0)) {
      await projectEvent(this.log, appended);
      await this.#moveCheckpoints(appended);
    }
  }

  /** Like {@link project}, but the checkpoints move in one step, after all events were projected. */
  async projectInOneStep(): Promise<void> {
    this.isProjectionPaused = false;
    const pending = this.#pending.splice(0);
    for (const appended of pending) await projectEvent(this.log, appended);
    const client = await this.log.pool.connect();
    await client.query('begin');
    for (const appended of pending) await this.#moveCheckpoints(appended, client);
    await client.query('commit');
    client.release();
  }

  /** Of several events only the last one is projected. */
  async #appendAll(
    stream: string,
    events: readonly DomainEvent[],
    actor: AppendedEvent['actor'] = null,
  ): Promise<number> {
    const expectedVersion = this.#versions.get(stream) ?? 0;
    const event = events.at(-1);
    if (!event) throw new Error('There is no event to append.');
    const result = await this.log.appender.append(
      appendRequest({
        writes: [{ stream, expectedVersion, events }],
        ...(actor ? { metadata: { actor, correlationId: `request-of-${event.type}` } } : {}),
      }),
    );
    if (result.outcome !== 'appended') throw new Error(`The append ended as ${result.outcome}.`);
    this.#versions.set(stream, expectedVersion + events.length);
    this.#pending.push({ stream, event, position: result.position, actor });
    if (!this.isProjectionPaused) await this.project();
    return result.position;
  }

  async #moveCheckpoints(
    appended: AppendedEvent,
    connection: Pick<TestLog['pool'], 'query'> = this.log.pool,
  ): Promise<void> {
    const { event, position } = appended;
    await connection.query(
      `with moved as (
         update read.checkpoints set position = $1,
           relevant_position =
             case when model in ($2, 'audit') or ($3 and model <> 'courses') or (model = 'activity' and $4) then $1 else relevant_position end
         where position < $1 returning model)
       select pg_notify('lyceum_checkpoint', '{}') from moved limit 1`,
      [position, modelOf(appended), event.type === 'UserRemoved', isActivity(event)],
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
    const keys = { userId: user.id, courseId };
    const courseCalledBy = 'enrolment';
    const content = { ...keys, courseCalledBy, rating, comment } as const;
    const append = (event: DomainEvent) => this.append(`review-${id}`, event);
    const submit = () => append({ type: 'ReviewSubmitted', data: { ...content, enrolmentId } });
    await submit();
    return {
      id,
      enrolmentId,
      submit,
      revise: (changes: { rating?: number; comment?: string; courseCalledBy?: 'course' }) =>
        append({ type: 'ReviewRevised', data: { ...content, ...changes } }),
      remove: () => append({ type: 'ReviewRemoved', data: { ...keys, by: 'admin' } }),
      restore: () => append({ type: 'ReviewRestored', data: keys }),
    };
  }

  async register(name: string, userType: UserType = 'Student'): Promise<TestUser> {
    const uid = `uid-${name}`;
    const user = { uid, id: userIdOf(uid), email: `${name}@example.org` };
    const event = userRegistered(name);
    await this.append(`user-${user.id}`, { ...event, data: { ...event.data, userType } } as DomainEvent);
    return user;
  }
  changeRole(user: TestUser, from: UserType, to: UserType) {
    return this.append(`user-${user.id}`, { type: 'UserRoleChanged', data: { from, to } });
  }
  removeUser(user: TestUser) {
    return this.append(`user-${user.id}`, { type: 'UserRemoved', data: {} });
  }

  async [Symbol.asyncDispose]() {
    await this.#close();
  }
}

export const openSchool = async (): Promise<School> => {
  const database = await createTestDatabase();
  const log = openTestLog(database.url);
  return new School(database.url, log, async () => {
    await log[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
};
