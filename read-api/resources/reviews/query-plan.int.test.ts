import { expect, test } from 'vitest';
import { reviewSorts } from '#contract/schemas/reviews.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openSchool } from '#testing/school.ts';
import { openReadServices } from '../../services.ts';
import { selectReviewPage } from './query.ts';

test('reads each page of a long list of reviews along the index of its order', async () => {
  const school = await openSchool();
  await school.log.pool.query(
    `insert into read.users select gen_random_uuid(), 'Person ' || n, 'p' || n || '@example.org', '/p.svg', 'Student',
       null, now(), n, n from generate_series(1, 200) as n`,
  );
  await school.log.pool.query(
    `insert into read.courses select gen_random_uuid(), 'CSE', 'Course ' || n, '4', '7', 'Engineering', '', '', 1, '/a.svg',
       false, 'course ' || n, now(), now(), n, n from generate_series(1, 40) as n`,
  );
  await school.log.pool.query(
    `insert into read.reviews
       select gen_random_uuid(), users.id, courses.id, gen_random_uuid(), 'enrolment',
         1 + (users.position * 7 + courses.position * 3) % 19 / 2.0, repeat('Good. ', 20), false, false, now(),
         users.position * 1000 + courses.position, 1
       from read.users, read.courses`,
  );
  await school.log.pool.query('vacuum analyze read.reviews, read.courses, read.users');
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  const indexes = {
    newest: 'reviews_by_time',
    highest: 'reviews_by_rating',
    lowest: 'reviews_by_lowest',
  };
  for (const sort of reviewSorts)
    for (const after of [null, [5, 100_020] as [number, number]]) {
      const query = selectReviewPage(services.tables, { sort, courseId: undefined, after, limit: 25 });
      const plan = JSON.stringify(await query.explain('json'));
      expect(plan).toContain(indexes[sort]);
      expect(plan).not.toContain('"Sort"');
    }
  await services.close();
});
