import { expect, test } from 'vitest';
import type { CatalogueSort } from '#contract/schemas/courses.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openSchool } from '#testing/school.ts';
import { openReadServices } from '../../services.ts';
import { selectCataloguePage } from './query.ts';

test('reads the first page and a later page along the index of each order', async () => {
  const school = await openSchool();
  await school.log.pool.query(
    `insert into read.courses
       select gen_random_uuid(), 'CSE', name, '4 years', number % 10 + 1 || ' of 10', 'Engineering', repeat(name, 50),
           'A. Teacher', number % 500, '/a.svg', false, name, now(), now(), number, number
         from (select number, 'a course on ' || md5(number::text) as name from generate_series(1, 4000) as number) as numbered`,
  );
  await school.log.pool.query('vacuum analyze read.courses');
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  const indexes: [CatalogueSort, string, [number | string, number]][] = [
    ['match', 'courses_present', [1_000, 2_000]],
    ['name', 'courses_by_name', ['a course on 7', 2_000]],
    ['difficulty', 'courses_by_difficulty', [5, 2_000]],
    ['newest', 'courses_present', [2_000, 2_000]],
    ['price', 'courses_by_price', [250, 2_000]],
  ];
  for (const [sort, index, cursor] of indexes)
    for (const after of [null, cursor] as ([number, number] | [string, number] | null)[]) {
      const listing = { foldedText: '', category: undefined, sort };
      const query = selectCataloguePage(services.tables, listing, { after, limit: 49 });
      const plan = JSON.stringify(await query.explain('json'));
      expect(plan, sort).toContain(index);
      expect(plan, sort).not.toMatch(/Seq Scan|"Sort"/);
      // A later page begins in the middle of the index.
      if (after !== null) expect(plan, sort).toContain('"Index Cond"');
      expect(await query.execute()).toHaveLength(49);
    }
  await services.close();
});
