import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { openLogDatabase } from '../../testing/log-database.ts';
import { createSealer } from '../sealer.ts';
import { verify } from './verify.ts';

const size = 1_000_000;

it('seals a million events, verifies them in constant memory and detects a single changed byte', async () => {
  const log = await openLogDatabase(size, 50_000);
  expect(await createSealer({ pool: log.pool }).sealUpTo()).toBe(size);

  let maxMemory = 0;
  let pages = 0;
  const before = process.memoryUsage().rss;
  const intact = await verify({
    pool: log.pool,
    onProgress: () => {
      pages++;
      maxMemory = Math.max(maxMemory, process.memoryUsage().rss - before);
    },
  });
  expect(intact).toMatchObject({ failure: null, events: size, unsealed: 0 });
  expect(pages).toBeGreaterThan(200);
  // The log itself is about 300 MB of text.
  expect(maxMemory).toBeLessThan(200_000_000);

  for (let round = 0; round < 3; round++) {
    const position = randomInt(1, size + 1);
    // Replaces the first letter of the text: `{"text" : "Größe …`.
    const forge = (letter: string) =>
      log.forge(
        'update log.events set data = overlay(data::text placing $2 from 12 for 1)::json where position = $1',
        [position, letter],
      );
    await forge('x');
    expect((await verify({ pool: log.pool })).failure).toMatchObject({ position, kind: 'changed' });
    await forge('G');
  }
  expect((await verify({ pool: log.pool })).failure).toBeNull();
});
