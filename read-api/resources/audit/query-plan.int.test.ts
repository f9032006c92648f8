import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openSchool } from '#testing/school.ts';
import { openReadServices } from '../../services.ts';
import { type AuditFilter, selectAuditPositions } from './query.ts';

const person = '00000000-0000-4000-8000-000000000007';
const everything = { above: 0, below: Number.MAX_SAFE_INTEGER, limit: 51 };
const filters: Record<string, AuditFilter> = {
  'everything, from the newest entry': everything,
  'everything, from the middle': { ...everything, below: 30_000 },
  'what a user did and what was done to them': { ...everything, person },
  'a rare kind': { ...everything, kind: 'removals' },
  'a kind that does not occur': { ...everything, kind: 'notes' },
  'a rare kind up to a time': { ...everything, kind: 'removals', below: 50_000 },
  'a user without entries, up to a time': {
    ...everything,
    person: person.replace('00007', '99999'),
    below: 50_000,
  },
  'a frequent kind': { ...everything, kind: 'learning' },
  'everything except the readings of one user': { ...everything, withoutReadingsBy: person },
  'a record': { ...everything, ofRecord: [10_000, 50_000] },
};

test('reads a page of a long history along an index, with every filter', async () => {
  const school = await openSchool();
  await school.log.pool.query(
    `insert into read.audit
       select n, case when n % 10000 = 0 then 'CourseRemoved' else 'ModuleCompleted' end,
         ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid,
         case when n % 50 = 0 then ('00000000-0000-4000-8000-' || lpad((n % 37)::text, 12, '0'))::uuid end
       from generate_series(1, 60000) as n`,
  );
  await school.log.pool.query('vacuum analyze read.audit');
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  for (const [name, filter] of Object.entries(filters)) {
    const { sql, parameters } = selectAuditPositions(filter).compile(services.tables);
    const { rows } = await services.pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    const plan = JSON.stringify(rows);
    expect(plan, name).not.toContain(
      '"Seq Scan","Parallel Aware":false,"Async Capable":false,"Relation Name":"audit"',
    );
    const read = [...plan.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
    expect(Math.max(...read), name).toBeLessThan(500);
  }
  await services.close();
});
