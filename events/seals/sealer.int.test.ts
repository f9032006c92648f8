import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { openLogDatabase } from '../testing/log-database.ts';
import { readLeafHashes } from './leaf-hashes.ts';
import { hashLeaf } from './merkle.ts';
import { encodeStoredEvent } from './proof/encoding.ts';
import { readLastSeal } from './seal-rows.ts';
import { createSealer } from './sealer.ts';
import { readStoredEvents } from './stored-events.ts';
import { verify } from './verify/verify.ts';

const wholeLog = { after: 0, limit: 10_000 };

describe('readLeafHashes', () => {
  it('returns the same hashes as the encoding in Node, for unusual values in all columns', async () => {
    const log = await openLogDatabase(50);
    await log.forge(
      `insert into log.events (position, stream, version, type, schema_version, recorded_at, command_id, data, metadata)
       values (51, '', 2147483647, 'ä€😀', 2147483647, '1999-12-31 23:59:59.999999Z', gen_random_uuid(), '  [ 1 ]  ', '""'),
         (9007199254740991, 'x', 1, '', 1, '2255-01-01 00:00:00.123457Z', gen_random_uuid(), $1, 'null')`,
      [JSON.stringify('long '.repeat(50_000))],
    );
    const events = await readStoredEvents({ database: log.pool, archive: null }, wholeLog);
    const page = await readLeafHashes(log.pool, wholeLog);
    expect(page?.eventCount).toBe(52);
    expect(page?.leaves.toString('hex')).toBe(
      Buffer.concat(events.map((event) => hashLeaf(encodeStoredEvent(event)))).toString('hex'),
    );
  });
});

describe('the sealer', () => {
  it('seals pages in order, up to the given head', async () => {
    const log = await openLogDatabase(100);
    const sealer = createSealer({ pool: log.pool, pageSize: 16 });
    expect(await sealer.sealUpTo(40)).toBe(40);
    expect(sealer.sealedUpTo).toBe(40);
    expect(await sealer.sealPage(40)).toBe(0);
    expect(await sealer.sealPage()).toBe(16);
    expect(await sealer.sealUpTo()).toBe(44);
    const { rows } = await log.pool.query(
      'select first_position::int, last_position::int from log.seals order by number',
    );
    expect(rows.map((row) => [row.first_position, row.last_position])).toEqual([
      [1, 16],
      [17, 32],
      [33, 40],
      [41, 56],
      [57, 72],
      [73, 88],
      [89, 100],
    ]);
    expect(await verify({ pool: log.pool })).toMatchObject({
      failure: null,
      events: 100,
      seals: 7,
      unsealed: 0,
    });
  });

  it('continues after the last seal of another sealer', async () => {
    const log = await openLogDatabase(60);
    for (let page = 1; page <= 20; page++) {
      expect(await createSealer({ pool: log.pool, pageSize: 3 }).sealPage()).toBe(3);
      expect(await verify({ pool: log.pool })).toMatchObject({
        failure: null,
        seals: page,
        unsealed: 60 - 3 * page,
      });
    }
  });

  it('seals each page once for concurrent callers', async () => {
    const log = await openLogDatabase(300);
    const sealer = createSealer({ pool: log.pool, pageSize: 2 });
    const stop = new AbortController();
    const run = sealer.run(stop.signal);
    const sealed = await Promise.all([sealer.sealUpTo(), sealer.sealUpTo(), sealer.sealUpTo(200)]);
    stop.abort();
    await run;
    // The background run has sealed the other events.
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(300);
    expect(await verify({ pool: log.pool })).toMatchObject({ failure: null, seals: 150, unsealed: 0 });
  });

  it('creates one valid chain of seals when several sealers run at the same time', async () => {
    const log = await openLogDatabase(300);
    const sealers = [1, 2, 3].map((pageSize) => createSealer({ pool: log.pool, pageSize }));
    const stop = new AbortController();
    const runs = sealers.map((sealer) => sealer.run(stop.signal));
    while ((await readLastSeal(log.pool))?.lastPosition !== 300) await sleep(5);
    await log.insertEvents(50);
    for (const sealer of sealers) sealer.wake();
    while ((await readLastSeal(log.pool))?.lastPosition !== 350) await sleep(5);
    stop.abort();
    await Promise.all(runs);
    expect(await verify({ pool: log.pool })).toMatchObject({ failure: null, events: 350, unsealed: 0 });
  });

  it('stops at a stored seal that conflicts with the next one', async () => {
    const log = await openLogDatabase(20);
    const sealer = createSealer({ pool: log.pool, pageSize: 5 });
    await sealer.sealUpTo(10);
    await log.forge('update log.seals set last_position = 15, first_position = 11 where number = 1');
    await expect(sealer.sealPage()).rejects.toThrow('Verify the log');
  });

  it('does not seal events after a gap', async () => {
    const log = await openLogDatabase(20);
    await log.forge('delete from log.events where position = 7');
    const sealer = createSealer({ pool: log.pool });
    await expect(sealer.sealPage()).rejects.toThrow('gap');
    expect(await readLastSeal(log.pool)).toBeNull();
    await expect(sealer.sealUpTo(6)).resolves.toBe(6);
    await expect(sealer.sealUpTo()).rejects.toThrow('gap after position 6');
  });

  it('works with the role of the projector; services cannot change a seal, and triggers refuse it even to a superuser', async () => {
    const log = await openLogDatabase(20);
    const asRole = (role: string) =>
      new Pool({ connectionString: log.url, options: `-c role=${role}`, max: 1 });
    const projector = asRole('lyceum_projector');
    const others = ['lyceum_command', 'lyceum_reader'].map(asRole);
    try {
      expect(await createSealer({ pool: projector }).sealUpTo()).toBe(20);
      for (const change of [
        "update log.seals set root = ''",
        'delete from log.seals',
        'truncate log.seals',
      ]) {
        for (const pool of [projector, ...others])
          await expect(pool.query(change)).rejects.toThrow('permission denied');
        await expect(log.pool.query(change)).rejects.toThrow('is refused');
      }
      for (const pool of others) {
        await expect(pool.query('insert into log.seals select * from log.seals')).rejects.toThrow(
          'permission denied',
        );
        expect((await readLastSeal(pool))?.lastPosition).toBe(20);
      }
    } finally {
      await Promise.all([projector, ...others].map((pool) => pool.end()));
    }
  });
});
