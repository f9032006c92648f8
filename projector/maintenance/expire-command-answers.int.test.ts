import { expect, test } from 'vitest';
import { openPool } from '#platform/postgres/pool.ts';
import { openProjectorDatabase } from '../testing/projector-database.ts';
import { expireCommandAnswers } from './expire-command-answers.ts';

test('deletes all answers older than 30 days, in several batches, and keeps the others', async () => {
  const database = await openProjectorDatabase();
  const owner = openPool({ connectionString: database.url });
  const pool = openPool({ connectionString: database.url, role: 'lyceum_projector' });
  await owner.query(
    `insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
     select now() - case when n % 2 = 0 then interval '31 days' else interval '29 days' end,
            n, gen_random_uuid(), 200, 'key-' || n, 'hash', '{}'
     from generate_series(1, 10040) as n`,
  );
  expect(await expireCommandAnswers(pool, new AbortController().signal)).toBe(5_020);
  const remaining = await owner.query(
    "select count(*)::int as all, count(*) filter (where recorded_at < now() - interval '30 days')::int as old from log.commands",
  );
  expect(remaining.rows).toEqual([{ all: 5_020, old: 0 }]);
  expect(await expireCommandAnswers(pool, new AbortController().signal)).toBe(0);
  await pool.end();
  await owner.end();
});
