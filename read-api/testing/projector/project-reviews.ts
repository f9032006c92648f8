import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { TestLog } from '#events/testing/test-log.ts';
import type { RunForRecord } from './run-for-record.ts';

export const projectReview = async (run: RunForRecord, event: DomainEvent): Promise<void> => {
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

/** Computes all totals again: a test's school is small. */
export const recalculateRatings = async (log: TestLog): Promise<void> => {
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
