import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reviewStream } from '#events/catalogue/review.ts';
import { type CourseRatingsTable, ratingUnit } from '#platform/read-tables/reviews.ts';
import type { Writer } from '../connection/writer.ts';
import { retryParked } from '../parking/retry.ts';
import { unreadableEvent } from '../reading/unreadable.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { advance } from '../runner/advance.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school.ts';
import { reviews } from './reviews.ts';

const history = schoolHistory(240);

const take = async (writer: Writer, pageSize: number, events = history) => {
  for (let from = 0; from < events.length; from += pageSize) {
    const page = events.slice(from, from + pageSize);
    await advance(writer.db, [reviews], { from, to: from + page.length, events: page });
  }
};

/** What the rows of the reviews come to, counted by the database. */
const counted = async ({ db }: Writer) =>
  (
    await sql<CourseRatingsTable>`
      select course_id as id, count(*) as reviews, sum(round(rating::numeric * ${ratingUnit}))::bigint as total,
             array(select count(*) filter (where floor(own.rating + 0.5) = step)::int
                   from generate_series(1, 10) as step
                   left join read.reviews as own on own.course_id = all_of.course_id and not own.removed
                   group by step order by step) as spread
      from read.reviews as all_of where not removed group by course_id order by course_id`.execute(db)
  ).rows;

test('however the events are paged, ratings are what the reviews come to, those of removed persons left out', async () => {
  const seen = [];
  for (const pageSize of [1, 7, history.length]) {
    await using database = await projectorDatabase();
    const writer = await database.open();
    await take(writer, pageSize);
    const { reviews: rows, ratings } = await snapshot(writer);
    expect(ratings).toEqual(await counted(writer));
    seen.push({ rows, ratings });
  }
  const [first, ...others] = seen;
  expect(first?.ratings.some((course) => course.reviews > 2)).toBe(true);
  expect(first?.rows.some(({ removed }) => removed)).toBe(true);
  const gone = history.filter(({ type }) => type === 'UserRemoved').map(({ stream }) => stream);
  expect(first?.rows.filter((row) => gone.includes(`user-${row.user_id}`))).toEqual([]);
  for (const other of others) expect(other).toEqual(first);
});

test('after a stream that waited was freed, and after a rebuild, they are the same', async () => {
  await using straight = await projectorDatabase();
  const expected = await straight.open();
  await take(expected, 50);
  await using database = await projectorDatabase();
  const writer = await database.open();
  const bad = history.find(({ stream }) => stream === reviewStream(testId(4_000_006)));
  await take(
    writer,
    50,
    history.map((event) => (event === bad ? unreadableEvent(event, 'damaged') : event)),
  );
  const { reviews: rows, ratings } = await snapshot(expected);
  expect((await snapshot(writer)).ratings).not.toEqual(ratings);
  expect((await snapshot(writer)).ratings).toEqual(await counted(writer));
  await retryParked(writer.db, reviews, memoryLog(history));
  expect(await snapshot(writer)).toMatchObject({ reviews: rows, ratings });
  await sql`update read.course_ratings set total = total + 1`.execute(writer.db);
  await rebuild({
    projections: [reviews],
    openWriter: database.open,
    reader: memoryLog(history),
    signal: new AbortController().signal,
  });
  expect(await snapshot(writer)).toMatchObject({ reviews: rows, ratings });
});
