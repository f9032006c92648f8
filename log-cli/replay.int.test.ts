import { expect, test } from 'vitest';
import { openLogWithPast } from './testing/log-with-past.ts';

const log = await openLogWithPast();

test('replay counts its rows and replaces an earlier replay only with --replace', async () => {
  // Three events follow `pastPosition`; one of them adds a course.
  const firstReplay = await log.run('replay --schema school_then --rate 100000');
  expect(firstReplay.code, firstReplay.err).toBe(0);
  expect(firstReplay.out).toMatch(/ 4 {2}courses\n/);
  expect(firstReplay.out).toContain(
    `The schema school_then contains the read models as of position ${log.pastPosition + 3}`,
  );
  expect(await log.run('replay --schema school_then')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--replace'),
  });
  const replaced = await log.run(`replay --schema school_then --to ${log.pastPosition} --replace`);
  expect(replaced.code, replaced.err).toBe(0);
  const { rows } = await log.pool.query('select count(*)::int as courses from school_then.courses');
  expect(rows).toEqual([{ courses: 3 }]);
  // A day is included as a whole.
  const last = (await log.reader.readAt([log.pastPosition + 3]))[0]?.recordedAt.toISOString() ?? '';
  const ofDay = await log.run(`replay --schema school_then --to ${last.slice(0, 10)} --replace`);
  expect(ofDay.out).toContain(`as of position ${log.pastPosition + 3}`);
});

test.each([
  ['replay --schema Replay', 'lower-case'],
  ['replay --schema pg_mine', 'lower-case'],
  ['replay --rate 0', '--rate 0'],
  ['replay --schema public', 'is not a replay'],
  ['replay --to nonsense', 'a position (1200)'],
])('rejects "%s"', async (line, message) => {
  const { code, err } = await log.run(line);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test('lists the objects that depend on an earlier replay, and drops those objects only with --drop-dependents', async () => {
  await log.pool.query(`
    create schema studies;
    grant usage, create on schema studies to lyceum_analyst;
  `);
  const firstReplay = await log.run('replay --schema built_on');
  expect(firstReplay.code, firstReplay.err).toBe(0);
  await log.pool.query(`
    set role lyceum_analyst;
    create view studies.dear_courses as select * from built_on.courses where price > 10;
    create view studies.dearest as select max(price) from studies.dear_courses;
    reset role;
    create table built_on.not_of_the_replay (id int);
  `);
  const count = async (of: string) =>
    (await log.pool.query(`select count(*)::int as count from ${of}`)).rows[0].count;
  const before = await count('built_on.courses');
  const refused = await log.run(`replay --schema built_on --to ${log.pastPosition} --replace`);
  expect(refused).toMatchObject({ code: 2, out: '' });
  for (const message of [
    'Other objects depend on the replay built_on and would be dropped with it:',
    'view studies.dear_courses depends on table built_on.courses',
    'view studies.dearest depends on view studies.dear_courses',
    'Nothing was changed. Use --drop-dependents',
  ])
    expect(refused.err).toContain(message);
  expect([await count('built_on.courses'), await count('studies.dearest')]).toEqual([before, 1]);

  // A table in the replay's schema counts as a dependent if the replay did not create it.
  await log.pool.query('drop view studies.dear_courses cascade');
  expect(await log.run('replay --schema built_on --replace')).toMatchObject({
    code: 2,
    err: expect.stringContaining('table built_on.not_of_the_replay depends on schema built_on'),
  });
  await log.pool.query('create view studies.all_courses as select * from built_on.courses');
  expect(await log.run('replay --schema built_on --drop-dependents')).toMatchObject({
    code: 2,
    err: expect.stringContaining('only works with --replace'),
  });
  const replaced = await log.run(
    `replay --schema built_on --to ${log.pastPosition} --replace --drop-dependents`,
  );
  expect(replaced.code, replaced.err).toBe(0);
  expect(await count('built_on.courses')).toBe(3);
  await expect(count('studies.all_courses')).rejects.toThrow('does not exist');
  await expect(count('built_on.not_of_the_replay')).rejects.toThrow('does not exist');
});

test('detects dependents that are created while the replay is running', async () => {
  const firstReplay = await log.run('replay --schema built_late');
  expect(firstReplay.code, firstReplay.err).toBe(0);
  // The open transaction holds a lock, so the replay waits before it looks for dependents.
  const analyst = await log.pool.connect();
  await analyst.query('create schema late; begin; select from built_late.courses');
  const running = log.start('replay --schema built_late --replace');
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%keep_past%'
    and datname = current_database()`;
  await expect.poll(async () => (await log.pool.query(waiting)).rowCount).toBe(1);
  await analyst.query('create view late.courses as select * from built_late.courses; commit');
  analyst.release();
  expect(await running.result).toMatchObject({
    code: 2,
    err: expect.stringContaining('view late.courses depends on table built_late.courses'),
  });
  expect(await log.countAsOfSchemas()).toBe(0);
});

test('says that the database belongs to another version of Lyceum if a function is missing, and leaves no schema', async () => {
  const signature = 'log.keep_past(text, text, text, boolean, boolean)';
  await log.pool.query(`alter function ${signature} rename to keep_past_later`);
  try {
    expect(await log.run('replay --schema from_another')).toMatchObject({
      code: 3,
      err: expect.stringContaining('The database belongs to another version of Lyceum.'),
    });
    expect(await log.countAsOfSchemas()).toBe(0);
  } finally {
    await log.pool.query(`alter function ${signature.replace('past', 'past_later')} rename to keep_past`);
  }
});
