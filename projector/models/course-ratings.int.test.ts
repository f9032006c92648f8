import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { type CourseRatingsTable, ratingFactor } from '#platform/read-tables/reviews.ts';
import type { Writer } from '../connection/writer.ts';
import { createDamagedEvent } from '../damaged-events/damaged-event.ts';
import { retryParkedStreams } from '../parked-streams/retry-parked-streams.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { advanceInPages, openProjectorDatabase, snapshot } from '../testing/projector-database.ts';
import { schoolHistory, schoolReviewId } from '../testing/school-history.ts';
import { reviews } from './reviews.ts';

/** Long enough for several reviews of one course, and no longer, because pages of one event need a transaction each. */
const history = schoolHistory(120);

const applyAll = (writer: Writer, pageSize: number, events = history) => {
  const pageCount = Math.ceil(events.length / pageSize);
  const pageEnds = Array.from({ length: pageCount }, (_, page) =>
    Math.min((page + 1) * pageSize, events.length),
  );
  return advanceInPages(writer, [reviews], events, pageEnds);
};

/** Calculates the ratings from the rows of the reviews, in the database. */
const calculateRatings = async ({ db }: Writer) => {
  const { rows } = await sql<CourseRatingsTable>`
    select course_id as id, count(*) as reviews, sum(round(rating::numeric * ${ratingFactor}))::bigint as total,
           array(select count(*) filter (where floor(own.rating + 0.5) = step)::int
                 from generate_series(1, 10) as step
                 left join read.reviews as own on own.course_id = all_of.course_id and not own.removed
                 group by step order by step) as spread
    from read.reviews as all_of where not removed group by course_id order by course_id`.execute(db);
  return rows;
};

test('calculates the same ratings whatever the page sizes, without the reviews of removed users', async () => {
  const results = [];
  for (const pageSize of [1, 7, history.length]) {
    const database = await openProjectorDatabase();
    const writer = await database.open();
    await applyAll(writer, pageSize);
    const { reviews: rows, ratings } = await snapshot(writer);
    expect(ratings).toEqual(await calculateRatings(writer));
    results.push({ rows, ratings });
  }
  const [first, ...others] = results;
  expect(first?.ratings.some((course) => course.reviews > 2)).toBe(true);
  expect(first?.rows.some(({ removed }) => removed)).toBe(true);
  const removedUsers = history.filter(({ type }) => type === 'UserRemoved').map(({ stream }) => stream);
  expect(first?.rows.filter((row) => removedUsers.includes(`user-${row.user_id}`))).toEqual([]);
  for (const other of others) expect(other).toEqual(first);
});

test('calculates the same ratings after a parked stream recovers and after a rebuild', async () => {
  const referenceDatabase = await openProjectorDatabase();
  const reference = await referenceDatabase.open();
  await applyAll(reference, 50);
  const database = await openProjectorDatabase();
  const writer = await database.open();
  const damaged = history.find(({ stream }) => stream === reviewStream(schoolReviewId(6)));
  await applyAll(
    writer,
    50,
    history.map((event) => (event === damaged ? createDamagedEvent(event, 'damaged') : event)),
  );
  const { reviews: rows, ratings } = await snapshot(reference);
  expect((await snapshot(writer)).ratings).not.toEqual(ratings);
  expect((await snapshot(writer)).ratings).toEqual(await calculateRatings(writer));
  await retryParkedStreams(writer.db, reviews, createMemoryLog(history));
  expect(await snapshot(writer)).toMatchObject({ reviews: rows, ratings });
  await sql`update read.course_ratings set total = total + 1`.execute(writer.db);
  await rebuild({
    projections: [reviews],
    openWriter: database.open,
    reader: createMemoryLog(history),
    signal: new AbortController().signal,
  });
  expect(await snapshot(writer)).toMatchObject({ reviews: rows, ratings });
});
