/**
 * A school for tests of the read side: a real log and real read tables in a database of its own. Acts are appended
 * to the log by the real appender; the tables are filled as the projector would, which lives behind a wall, and only
 * when the test says so, so that a test can hold the projection back.
 */
import { randomUUID } from 'node:crypto';
import type { UserType } from '#contract/schemas/users.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { CourseFields } from '#events/catalogue/streams/course.ts';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import {
  appendRequest,
  courseAdded,
  openTestLog,
  type TestLog,
  userRegistered,
} from '#events/testing/test-log.ts';
import { enrolmentIdOf, reviewIdOf, userIdOf } from '#platform/identity/record-ids.ts';
import { foldForSearch } from '#platform/read-tables/courses.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { isAct, projectActivity, projectNotes } from './project-notes.ts';
import { projectQuizzes } from './project-quizzes.ts';

type AppendedEvent = { stream: string; event: DomainEvent; position: number; by: Actor };
/** Who acts; null: the test itself. */
type Actor = { id: string; role: UserType } | null;

const courseColumn: Record<keyof CourseFields, string> = {
  code: 'code',
  name: 'name',
  duration: 'duration',
  difficulty: 'difficulty',
  category: 'category',
  details: 'details',
  instructor: 'instructor',
  price: 'price',
  imageUrl: 'image_url',
  instructorId: 'instructor_id',
  videos: 'videos',
};

/** Bookmarks and enrolments. @param run `$1` is the record's id, `$2` the position, then the values. */
const projectLearning = async (
  run: (sql: string, ...values: unknown[]) => Promise<unknown>,
  event: DomainEvent,
): Promise<void> => {
  const change = (columns: string, ...values: unknown[]) =>
    run(`update read.enrolments set position = $2, ${columns} where id = $1`, ...values);
  if (event.type === 'CourseBookmarked')
    await run(
      'insert into read.bookmarks values ($1, $3, $4, now(), $2, $2)',
      event.data.userId,
      event.data.courseId,
    );
  else if (event.type === 'BookmarkRemoved')
    await run('delete from read.bookmarks where id = $1 and position < $2');
  else if (event.type === 'StudentEnrolled')
    await run(
      `insert into read.enrolments values ($1, $3, $4, false, now(), $2, null, 'enrolment', 0, $2)
       on conflict (id) do update set has_left = false, position = $2, enrolled_position = $2`,
      event.data.userId,
      event.data.courseId,
    );
  else if (event.type === 'StudentLeft') await change('has_left = true');
  else if (event.type === 'CourseStarted')
    await change('started_at = now(), started_by = $3', event.data.startedBy);
  else if (event.type === 'ModuleCompleted') await change('completed_modules = $3', event.data.module);
  else if (event.type === 'CertificateIssued')
    await run(
      `insert into read.certificates
         select $1, x.number, false, x."userId", x."courseId", x."studentName", x."nameSalt", x."courseName",
           x."courseCode", x.instructor, (select recorded_at from log.events where position = $2), $2
         from json_to_record($3) as x(number text, "userId" uuid, "courseId" uuid, "studentName" text,
           "nameSalt" text, "courseName" text, "courseCode" text, instructor text)`,
      JSON.stringify(event.data),
    );
  else if (event.type === 'AnnouncementPosted') {
    const { userId, userType, courseId, type, date, text } = event.data;
    await run(
      'insert into read.announcements values ($1, $3, $4, $5, $6, $7, $8, false, now(), $2, $2)',
      ...[userId, userType, courseId, type, date, text],
    );
  } else if (event.type === 'AnnouncementWithdrawn' || event.type === 'AnnouncementRestored')
    await run(
      'update read.announcements set position = $2, withdrawn = $3 where id = $1',
      event.type === 'AnnouncementWithdrawn',
    );
};

/** Reviews, and what those of the course come to. @param run as above. */
const projectReview = async (
  run: (sql: string, ...values: unknown[]) => Promise<unknown>,
  event: DomainEvent,
): Promise<void> => {
  if (event.type === 'ReviewSubmitted') {
    const { userId, courseId, enrolmentId, courseCalledBy, rating, comment } = event.data;
    await run('delete from read.reviews where id = $1 and position < $2');
    await run(
      'insert into read.reviews values ($1, $3, $4, $5, $6, $7, $8, false, false, now(), $2, $2)',
      ...[userId, courseId, enrolmentId, courseCalledBy, rating, comment],
    );
  } else if (event.type === 'ReviewRevised') {
    const { rating, comment, courseCalledBy } = event.data;
    await run(
      `update read.reviews set position = $2, reviewed_position = $2, reviewed_at = now(), revised = true,
         rating = $3, comment = $4, course_called_by = $5 where id = $1`,
      ...[rating, comment, courseCalledBy],
    );
  } else if (event.type === 'ReviewRemoved' || event.type === 'ReviewRestored')
    await run(
      'update read.reviews set position = $2, removed = $3 where id = $1',
      event.type === 'ReviewRemoved',
    );
};

/** All of them anew: a test's school is small. */
const sumUpRatings = async (log: TestLog): Promise<void> => {
  await log.pool.query('delete from read.course_ratings');
  await log.pool.query(
    `insert into read.course_ratings
       select course_id, count(*), sum(round(rating::numeric * 1000000)),
              array(select (select count(*) from read.reviews as own where own.course_id = rated.course_id
                            and not own.removed and floor(own.rating + 0.5) = step)::int
                    from generate_series(1, 10) as step order by step)
       from read.reviews as rated where not removed group by course_id`,
  );
};

/** As the projector does, for whoever the event is about. */
const projectAudit = async (log: TestLog, { stream, event, position, by }: AppendedEvent): Promise<void> => {
  const named = 'userId' in event.data ? event.data.userId : null;
  const about = streamKind(stream) === 'user' ? streamId(stream) : named;
  await log.pool.query('insert into read.audit values ($1, $2, $3, $4) on conflict do nothing', [
    ...[position, event.type, by?.id ?? null, about === by?.id ? null : about],
  ]);
};

const project = async (log: TestLog, act: AppendedEvent): Promise<void> => {
  const { stream, event, position } = act;
  await projectAudit(log, act);
  const id = streamId(stream);
  const run = (sql: string, ...values: unknown[]) => log.pool.query(sql, [id, position, ...values]);
  if (event.type === 'CourseAdded')
    await run(
      `insert into read.courses select $1, x.code, x.name, x.duration, x.difficulty, x.category, x.details, x.instructor,
           x.price, x."imageUrl", false, $4, now(), now(), $2, $2, x."instructorId", x.videos from
         json_to_record($3) as x(code text, name text, duration text, difficulty text, category text,
           details text, instructor text, price float8, "imageUrl" text, "instructorId" uuid, videos text[])`,
      JSON.stringify(event.data),
      foldForSearch(event.data.name),
    );
  else if (event.type === 'CourseEdited')
    for (const [field, value] of Object.entries(event.data.changes))
      await run(
        `update read.courses set position = $2, updated_at = now(), ${courseColumn[field as keyof CourseFields]} = $3,
           search_name = coalesce($4, search_name) where id = $1`,
        value,
        field === 'name' ? foldForSearch(String(value)) : null,
      );
  else if (event.type === 'CourseRemoved' || event.type === 'CourseRestored')
    await run(
      'update read.courses set position = $2, withdrawn = $3 where id = $1',
      event.type === 'CourseRemoved',
    );
  else if (event.type === 'UserRegistered')
    await run(
      'insert into read.users values ($1, $3, $4, $5, $6, $7, now(), $2, $2)',
      event.data.name,
      event.data.email,
      event.data.imageUrl,
      event.data.userType,
      event.data.wishedType,
    );
  else if (event.type === 'UserProfileEdited')
    await run(
      'update read.users set position = $2, name = $3, image_url = $4 where id = $1',
      event.data.name,
      event.data.imageUrl,
    );
  else if (event.type === 'UserRoleChanged')
    await run('update read.users set position = $2, user_type = $3 where id = $1', event.data.to);
  else if (event.type === 'UserRemoved') {
    for (const table of ['activity', 'bookmarks', 'enrolments', 'notes', 'quizzes', 'reviews'])
      await log.pool.query(`delete from read.${table} where user_id = $1`, [id]);
    await log.pool.query('delete from read.users where id = $1', [id]);
    await log.pool.query(
      `update read.certificates set withdrawn = true, user_id = null, course_id = null, student_name = null,
         name_salt = null, course_name = null, course_code = null, instructor = null, issued_at = null
       where user_id = $1`,
      [id],
    );
    await sumUpRatings(log);
  } else if (streamKind(stream) === 'review') {
    await projectReview(run, event);
    await sumUpRatings(log);
  } else {
    await projectLearning(run, event);
    await projectNotes(run, event);
    await projectQuizzes(run, event);
    await projectActivity(log, event, position);
  }
};

const unusualModels: Record<string, string> = { admins: 'users', quiz: 'quizzes' };
const modelOf = ({ stream, event }: AppendedEvent) => {
  if (event.type === 'CertificateIssued') return 'certificates';
  return unusualModels[streamKind(stream)] ?? `${streamKind(stream)}s`;
};

export type TestUser = { id: string; uid: string; email: string };

export class School {
  readonly url: string;
  readonly log: TestLog;
  /** While true acts stand in the log and not in the tables. */
  isProjectionPaused = false;
  #waiting: AppendedEvent[] = [];
  #versions = new Map<string, number>();
  #close: () => Promise<void>;

  constructor(url: string, log: TestLog, close: () => Promise<void>) {
    this.url = url;
    this.log = log;
    this.#close = close;
  }

  /** Appends an event; projects it unless the projection is held. @returns its position. */
  async append(stream: string, event: DomainEvent, by: Actor = null): Promise<number> {
    const expectedVersion = this.#versions.get(stream) ?? 0;
    const result = await this.log.appender.append(
      appendRequest({
        writes: [{ stream, expectedVersion, events: [event] }],
        ...(by ? { metadata: { actor: by, correlationId: `request-of-${event.type}` } } : {}),
      }),
    );
    if (result.outcome !== 'appended') throw new Error(`The append ended as ${result.outcome}.`);
    this.#versions.set(stream, expectedVersion + 1);
    this.#waiting.push({ stream, event, position: result.position, by });
    if (!this.isProjectionPaused) await this.project();
    return result.position;
  }

  /** Edits a course many times in one append: for a past that is long. */
  async editCourseManyTimes(id: string, times: number): Promise<void> {
    const stream = `course-${id}`;
    const expectedVersion = this.#versions.get(stream) ?? 0;
    const edit = (price: number): DomainEvent => ({ type: 'CourseEdited', data: { changes: { price } } });
    const events = Array.from({ length: times }, (_, price) => edit(price));
    const result = await this.log.appender.append(
      appendRequest({ writes: [{ stream, expectedVersion, events }] }),
    );
    if (result.outcome !== 'appended') throw new Error(`The append ended as ${result.outcome}.`);
    this.#versions.set(stream, expectedVersion + times);
    this.#waiting.push({ stream, event: edit(times - 1), position: result.position, by: null });
    if (!this.isProjectionPaused) await this.project();
  }

  /** Projects what waits, moves the checkpoints, and says so, all in one transaction as far as readers can tell. */
  async project(): Promise<void> {
    this.isProjectionPaused = false;
    for (const act of this.#waiting.splice(0)) {
      await project(this.log, act);
      await this.#reached(act);
    }
  }

  /** As {@link project}; the checkpoints stand still until all of it is projected, and then move in one step. */
  async projectInOneStep(): Promise<void> {
    this.isProjectionPaused = false;
    const acts = this.#waiting.splice(0);
    for (const act of acts) await project(this.log, act);
    const client = await this.log.pool.connect();
    await client.query('begin');
    for (const act of acts) await this.#reached(act, client);
    await client.query('commit');
    client.release();
  }

  async #reached(act: AppendedEvent, on: Pick<TestLog['pool'], 'query'> = this.log.pool): Promise<void> {
    await on.query(
      `with moved as (
         update read.checkpoints set position = $1,
           relevant_position =
             case when model in ($2, 'audit') or ($3 and model <> 'courses') or (model = 'activity' and $4) then $1 else relevant_position end
         where position < $1 returning model)
       select pg_notify('lyceum_checkpoint', '{}') from moved limit 1`,
      [act.position, modelOf(act), act.event.type === 'UserRemoved', isAct(act.event)],
    );
  }

  async addCourse(name: string, facts: Partial<CourseFields> = {}): Promise<string> {
    const id = randomUUID();
    const event = courseAdded(name);
    await this.append(`course-${id}`, { ...event, data: { ...event.data, ...facts } } as DomainEvent);
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

  /** A review of the course; the same person's second one is of the same id. */
  async review(person: TestUser, courseId: string, rating: number, comment = 'Good.') {
    const enrolmentId = enrolmentIdOf(person.id, courseId);
    const id = reviewIdOf(enrolmentId);
    const whose = { userId: person.id, courseId };
    const courseCalledBy = 'enrolment';
    const words = { ...whose, courseCalledBy, rating, comment } as const;
    const act = (event: DomainEvent) => this.append(`review-${id}`, event);
    const submit = () => act({ type: 'ReviewSubmitted', data: { ...words, enrolmentId } });
    await submit();
    return {
      id,
      enrolmentId,
      submit,
      revise: (changes: { rating?: number; comment?: string; courseCalledBy?: 'course' }) =>
        act({ type: 'ReviewRevised', data: { ...words, ...changes } }),
      remove: () => act({ type: 'ReviewRemoved', data: { ...whose, by: 'admin' } }),
      restore: () => act({ type: 'ReviewRestored', data: whose }),
    };
  }

  async register(name: string, userType: UserType = 'Student'): Promise<TestUser> {
    const uid = `uid-${name}`;
    const person = { uid, id: userIdOf(uid), email: `${name}@example.org` };
    const event = userRegistered(name);
    await this.append(`user-${person.id}`, { ...event, data: { ...event.data, userType } } as DomainEvent);
    return person;
  }
  changeRole(person: TestUser, from: UserType, to: UserType) {
    return this.append(`user-${person.id}`, { type: 'UserRoleChanged', data: { from, to } });
  }
  removeUser(person: TestUser) {
    return this.append(`user-${person.id}`, { type: 'UserRemoved', data: {} });
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
