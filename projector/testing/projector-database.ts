import { sql } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { openWriter, type ReadSchema, type Writer } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';

/** Reads the checkpoints, the parked streams, and the rows of all models in a fixed order. */
export const snapshot = async (writer: Pick<Writer, 'db'>, schema: ReadSchema = 'read') => {
  const db = writer.db.withSchema(schema);
  return {
    courses: await db.selectFrom('courses').selectAll().orderBy('id').execute(),
    users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
    bookmarks: await db.selectFrom('bookmarks').selectAll().orderBy('id').execute(),
    notes: await db.selectFrom('notes').selectAll().orderBy('id').execute(),
    quizzes: await db.selectFrom('quizzes').selectAll().orderBy('id').execute(),
    activity: await db.selectFrom('activity').selectAll().orderBy('position').execute(),
    enrolments: await db.selectFrom('enrolments').selectAll().orderBy('id').execute(),
    reviews: await db.selectFrom('reviews').selectAll().orderBy('id').execute(),
    ratings: await db.selectFrom('course_ratings').selectAll().orderBy('id').execute(),
    announcements: await db.selectFrom('announcements').selectAll().orderBy('id').execute(),
    audit: await db.selectFrom('audit').selectAll().orderBy('position').execute(),
    insightCounted: await db.selectFrom('insight_counted').selectAll().orderBy('block').execute(),
    insightQuarters: await db.selectFrom('insight_quarters').selectAll().orderBy('quarter').execute(),
    insightCourses: await db.selectFrom('insight_courses').selectAll().orderBy('id').execute(),
    insightQuestions: await db.selectFrom('insight_questions').selectAll().orderBy('id').execute(),
    insightAttempts: await db.selectFrom('insight_attempts').selectAll().orderBy('id').execute(),
    notifications: await db.selectFrom('notifications').selectAll().orderBy('id').execute(),
    certificates: await db.selectFrom('certificates').selectAll().orderBy('id').execute(),
    checkpoints: Object.fromEntries(
      (await db.selectFrom('checkpoints').select(['model', 'position']).execute()).map((row) => [
        row.model,
        row.position,
      ]),
    ),
    parked: await db
      .selectFrom('parked')
      .select(['model', 'stream', 'position', 'version', 'attempts'])
      .orderBy('model')
      .orderBy('stream')
      .execute(),
  };
};

/** Returns the `checkpoints` of a snapshot with all models at the same position. */
export const checkpointsAt = (position: number) =>
  Object.fromEntries(projections.map(({ model }) => [model, position]));

/** Applies events to models, one page per end position. */
export const advanceInPages = async (
  { db }: Writer,
  models: readonly Projection[],
  events: readonly RecordedEvent[],
  pageEnds: readonly number[],
): Promise<void> => {
  let after = 0;
  for (const to of pageEnds) {
    await advance(db, models, { after, to, events: events.slice(after, to) });
    after = to;
  }
};

/** Creates a test database. `open` opens connections to it with the projector's role. They are closed after the test. */
export const openProjectorDatabase = async () => {
  const database = await createTestDatabase();
  const opened = closeAfterTests(new AsyncDisposableStack());
  const open = async (schema: ReadSchema = 'read') => {
    const writer = await openWriter({
      connectionString: database.url,
      role: 'lyceum_projector',
      schema,
      applicationName: 'projector test',
    });
    opened.defer(writer.close);
    return writer;
  };
  return {
    url: database.url,
    open,
    /** Terminates a connection on the server, as a crash or an administrator would. */
    async kill(writer: Writer) {
      const admin = await openWriter({ connectionString: database.url });
      await sql`select pg_terminate_backend(${writer.backendPid})`.execute(admin.db);
      await admin.close();
    },
  };
};

/** Returns the snapshot of a new database in which the models have applied the events in one page. */
export const snapshotAfter = async (models: readonly Projection[], events: readonly RecordedEvent[]) => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  await advance(writer.db, models, { after: 0, to: events.length, events });
  return snapshot(writer);
};
