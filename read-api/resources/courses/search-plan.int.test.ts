import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openSchool } from '#testing/school.ts';
import { openReadServices } from '../../services.ts';
import { selectFoundCourses } from './query.ts';

test('a search with a typing error uses the index of names', async () => {
  const school = await openSchool();
  await school.log.pool.query(
    `insert into read.courses
       select gen_random_uuid(), 'CSE', name, '4 years', '7', 'Engineering', repeat(name, 50), 'A. Teacher', 100, '/a.svg',
           false, name, now(), now(), number, number
         from (select number, 'a course on ' || md5(number::text) as name from generate_series(1, 4000) as number) as numbered`,
  );
  await school.addCourse('quantum zoology');
  await school.log.pool.query('vacuum analyze read.courses');
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  const query = selectFoundCourses(services.tables, 'quantom zoolgy', { after: null, limit: 21 });
  const plan = JSON.stringify(await query.explain('json'));
  expect(plan).toContain('courses_search');
  expect(plan).not.toContain('Seq Scan');
  expect(await query.execute()).toMatchObject([{ name: 'quantum zoology' }]);
  await services.close();
});
