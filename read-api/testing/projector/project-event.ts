/**
 * Fills the read tables in place of the projector, which tests of the read-api may not import. It only covers what these
 * tests need.
 */
import type { UserType } from '#contract/schemas/users.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import type { CourseFields } from '#events/catalogue/streams/course.ts';
import type { TestLog } from '#events/testing/test-log.ts';
import { foldForSearch } from '#platform/read-tables/courses.ts';
import { projectLearning } from './project-learning.ts';
import { projectActivity, projectNotes } from './project-notes.ts';
import { projectQuizzes } from './project-quizzes.ts';
import { projectReview, recalculateRatings } from './project-reviews.ts';
import type { RunForRecord } from './run-for-record.ts';

/** `actor` is null if the test itself did it. */
export type AppendedEvent = {
  stream: string;
  event: DomainEvent;
  position: number;
  actor: { id: string; role: UserType } | null;
};

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

export const projectEvent = async (log: TestLog, appended: AppendedEvent): Promise<void> => {
  const { stream, event, position } = appended;
  await projectAudit(log, appended);
  const id = streamId(stream);
  const run: RunForRecord = (sql, ...values) => log.pool.query(sql, [id, position, ...values]);
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
    await recalculateRatings(log);
  } else if (streamKind(stream) === 'review') {
    await projectReview(run, event);
    await recalculateRatings(log);
  } else {
    await projectLearning(run, event);
    await projectNotes(run, event);
    await projectQuizzes(run, event);
    await projectActivity(log, event, position);
  }
};

const irregularModelNames: Record<string, string> = { admins: 'users', quiz: 'quizzes' };
/** Returns the read model that the event concerns. */
export const modelOf = ({ stream, event }: AppendedEvent) => {
  if (event.type === 'CertificateIssued') return 'certificates';
  return irregularModelNames[streamKind(stream)] ?? `${streamKind(stream)}s`;
};

const projectAudit = async (
  log: TestLog,
  { stream, event, position, actor }: AppendedEvent,
): Promise<void> => {
  const userIdInData = 'userId' in event.data ? event.data.userId : null;
  const about = streamKind(stream) === 'user' ? streamId(stream) : userIdInData;
  await log.pool.query('insert into read.audit values ($1, $2, $3, $4) on conflict do nothing', [
    ...[position, event.type, actor?.id ?? null, about === actor?.id ? null : about],
  ]);
};
