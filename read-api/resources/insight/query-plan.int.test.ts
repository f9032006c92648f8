import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openSchool } from '#testing/school.ts';
import { openReadServices } from '../../services.ts';
import { selectHourSums, selectPeriodSums } from './query.ts';

test('reads a span of a long history by the primary key', async () => {
  const school = await openSchool();
  // Ten years with activity in every quarter hour. The table cannot have more rows for ten years.
  await school.log.pool.query(
    `insert into read.insight_quarters
       select at, 1, 1, 1, 1, 1, 1, 1, 1, 1
       from generate_series(timestamptz '2016-01-01T00:00Z', '2025-12-31T23:45Z', '15 minutes') as at`,
  );
  await school.log.pool.query('vacuum analyze read.insight_quarters');
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  const span = { from: '2025-10-01', to: '2025-12-31' };
  for (const query of [
    selectPeriodSums('Europe/Berlin', span, 'week'),
    selectHourSums('Europe/Berlin', span),
  ]) {
    const { sql, parameters } = query.compile(services.tables);
    const { rows } = await services.pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    const plan = JSON.stringify(rows);
    expect(plan).toContain('insight_quarters_pkey');
    expect(plan).not.toContain('"Seq Scan"');
  }
  await services.close();
});
