import { expect, test } from 'vitest';
import { openReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { openSchool } from '#testing/school.ts';
import { createRunnerOptions } from '../testing/create-runner-options.ts';
import { runProjections } from './run-projections.ts';

test('refuses to run if the log’s event at the checkpoint of a model is not the one that was projected, and explains what to do', async () => {
  const school = await openSchool();
  const course = await school.addCourse('Optics');
  await school.editCourse(course, { price: 7 });
  const states: string[] = [];
  const startRunner = (signal: AbortSignal, failed?: (error: Error) => void) =>
    runProjections(createRunnerOptions(school, states, failed), signal);

  const stopFirst = new AbortController();
  const first = startRunner(stopFirst.signal);
  await expect.poll(() => states).toContain('leading');
  stopFirst.abort();
  await first;

  // Simulates that only the log was restored, without its last event, and that another event now has this position.
  const client = await school.log.pool.connect();
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    "update log.events set recorded_at = recorded_at + interval '1 minute' where position = 2",
  );
  client.release(true);
  const failed = Promise.withResolvers<Error>();
  const stopSecond = new AbortController();
  const second = startRunner(stopSecond.signal, failed.resolve);
  expect((await failed.promise).message).toMatch(
    /position 2\) differs from the one that was there.*projector rebuild/,
  );
  stopSecond.abort();
  await second;
});

test('continues after a failover that lost events, with the new events at the positions of the lost ones', async () => {
  const database = await openReplicatedDatabase();
  const school = await openSchool(database.url);
  school.isProjectionPaused = true;
  const stop = new AbortController();
  const states: string[] = [];
  const runner = runProjections(createRunnerOptions(school, states), stop.signal);
  const courseNames = async () =>
    (await school.log.pool.query<{ name: string }>('select name from read.courses order by name')).rows.map(
      ({ name }) => name,
    );
  await school.addCourse('Optics');
  await expect.poll(courseNames).toEqual(['Optics']);
  await database.waitForReplica();
  database.stopStreaming();
  await school.addCourse('Lost');
  await expect.poll(courseNames).toEqual(['Lost', 'Optics']);

  await database.stopPrimary();
  await database.promoteReplica();
  const survivor = await openSchool(database.url);
  survivor.isProjectionPaused = true;
  await survivor.addCourse('Acoustics');
  await survivor.addCourse('Statics');
  await expect.poll(courseNames).toEqual(['Acoustics', 'Optics', 'Statics']);
  expect(states.at(-1)).toBe('leading');
  stop.abort();
  await runner;
});
