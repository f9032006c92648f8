import { expect, test } from 'vitest';
import { openSchool } from '#testing/school.ts';
import { openWriter } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import { runProjections } from './run-projections.ts';

test('refuses to run if a model was built from another event than the log has, and explains what to do', async () => {
  const school = await openSchool();
  const course = await school.addCourse('Optics');
  await school.editCourse(course, { price: 7 });
  const states: string[] = [];
  const startRunner = (signal: AbortSignal, failed?: (error: Error) => void) =>
    runProjections(
      {
        openWriter: () => openWriter({ connectionString: school.url, role: 'lyceum_projector' }),
        reader: school.log.reader,
        projections,
        outbox: null,
        afterCommit: () => {},
        observer: {
          state: (state, error) => {
            states.push(state);
            if (error) failed?.(error);
          },
          advanced: () => {},
          parked: () => {},
          retried: () => {},
        },
      },
      signal,
    );

  const stopFirst = new AbortController();
  const first = startRunner(stopFirst.signal);
  await expect.poll(() => states).toContain('leading');
  stopFirst.abort();
  await first;

  // The log was restored without its last event, and the read tables were not. Another event has its position now.
  const client = await school.log.pool.connect();
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    "update log.events set recorded_at = recorded_at + interval '1 minute' where position = 2",
  );
  client.release(true);
  const failed = Promise.withResolvers<Error>();
  const stopSecond = new AbortController();
  const second = startRunner(stopSecond.signal, failed.resolve);
  expect((await failed.promise).message).toMatch(/another event at position 2.*projector rebuild/);
  stopSecond.abort();
  await second;
});
