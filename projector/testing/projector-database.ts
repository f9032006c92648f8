import { sql } from 'kysely';
import { createTestDatabase } from '#platform/testing/database.ts';
import { openWriter, type Place, type Writer } from '../connection/writer.ts';
import { projections } from '../projections.ts';

/** What the tests look at: the rows of some models in a fixed order, and where the models stand. */
export const snapshot = async (writer: Pick<Writer, 'db'>, schema: Place = 'read') => {
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
    certificates: await db.selectFrom('certificates').selectAll().orderBy('id').execute(),
    stand: Object.fromEntries(
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

/** How a snapshot's `stand` looks when all models have come as far. */
export const everyModelAt = (position: number) =>
  Object.fromEntries(projections.map(({ model }) => [model, position]));

/** A database of the test's own, and connections to it as the projector. All are closed when it is disposed. */
export const projectorDatabase = async () => {
  const database = await createTestDatabase();
  const opened: Writer[] = [];
  const open = async (place: Place = 'read') => {
    const writer = await openWriter({
      connectionString: database.url,
      role: 'lyceum_projector',
      place,
      applicationName: 'projector test',
    });
    opened.push(writer);
    return writer;
  };
  return {
    url: database.url,
    open,
    /** Ends another connection from the server's side, as a crash or an administrator would. */
    async kill(writer: Writer) {
      const by = await openWriter({ connectionString: database.url });
      await sql`select pg_terminate_backend(${writer.backend})`.execute(by.db);
      await by.close();
    },
    async [Symbol.asyncDispose]() {
      for (const writer of opened) await writer.close();
      await database[Symbol.asyncDispose]();
    },
  };
};
