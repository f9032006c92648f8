import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { silentLogger } from '#platform/logging.ts';
import { openReadServices } from '../../services.ts';
import { openSchool } from '../../testing/school.ts';
import { type AuditChoice, placesChosen } from './query.ts';

const person = '00000000-0000-4000-8000-000000000007';
const whole = { above: 0, below: Number.MAX_SAFE_INTEGER, limit: 51 };
const choices: Record<string, AuditChoice> = {
  'everything, from the newest on': whole,
  'everything, from the middle on': { ...whole, below: 30_000 },
  'what a person did and what was done about them': { ...whole, person },
  'a rare kind': { ...whole, kind: 'removals' },
  'a kind that does not occur': { ...whole, kind: 'notes' },
  'a rare kind up to a time': { ...whole, kind: 'removals', below: 50_000 },
  'somebody who did nothing, up to a time': {
    ...whole,
    person: person.replace('00007', '99999'),
    below: 50_000,
  },
  'a frequent kind': { ...whole, kind: 'learning' },
  'everything but what somebody read': { ...whole, withoutReadingsBy: person },
  'a record': { ...whole, record: `course-${person}` },
};

test('a page of a long history walks an index, whatever it is kept to', async () => {
  await using school = await openSchool();
  await school.log.pool.query(
    `insert into read.audit
       select n, case when n % 10000 = 0 then 'CourseRemoved' else 'ModuleCompleted' end,
         ('00000000-0000-4000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid,
         case when n % 50 = 0 then ('00000000-0000-4000-8000-' || lpad((n % 37)::text, 12, '0'))::uuid end
       from generate_series(1, 60000) as n`,
  );
  await school.log.pool.query('vacuum analyze read.audit');
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), silentLogger());
  for (const [about, choice] of Object.entries(choices)) {
    const { sql, parameters } = placesChosen(choice).compile(services.tables);
    const { rows } = await services.pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    const plan = JSON.stringify(rows);
    expect(plan, about).not.toContain(
      '"Seq Scan","Parallel Aware":false,"Async Capable":false,"Relation Name":"audit"',
    );
    const read = [...plan.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
    expect(Math.max(...read), about).toBeLessThan(500);
  }
  await services.close();
});
