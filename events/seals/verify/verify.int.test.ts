import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openLogDatabase } from '../../testing/log-database.ts';
import { createSealer } from '../sealer.ts';
import { hasValidSignature, signHead } from '../signed-head.ts';
import { verify } from './verify.ts';

const size = 120;
const log = await openLogDatabase(size);
await createSealer({ pool: log.pool, pageSize: 32 }).sealUpTo(110);

describe('verify', () => {
  /** Verifies the log after changes, and then undoes them. */
  const verifyAfter = async (...statements: string[]) => {
    await log.pool.query('create table saved_events as table log.events');
    await log.pool.query('create table saved_seals as table log.seals');
    try {
      for (const statement of statements) await log.forge(statement);
      return await verify({ pool: log.pool, pageSize: 25 });
    } finally {
      await log.forge('delete from log.events; delete from log.seals');
      await log.forge(
        'insert into log.events select * from saved_events; insert into log.seals select * from saved_seals',
      );
      await log.pool.query('drop table saved_events; drop table saved_seals');
    }
  };

  it('reports the number of unsealed events and no failure for an intact log', async () => {
    const positions: number[] = [];
    expect(
      await verify({ pool: log.pool, pageSize: 25, onProgress: ({ position }) => positions.push(position) }),
    ).toMatchObject({ failure: null, events: size, seals: 4, unsealed: 10 });
    expect(positions).toEqual([32, 64, 96, 110, 120]);
  });

  it('reports no failure for an empty log', async () => {
    const empty = await openLogDatabase();
    expect(await verify({ pool: empty.pool })).toEqual({
      failure: null,
      events: 0,
      seals: 0,
      unsealed: 0,
      root: null,
    });
  });

  const changes: [string, string][] = [
    ['stream', "stream = 'note-99'"],
    ['version', 'version = version + 1000'],
    ['type', "type = type || 'x'"],
    ['schema_version', 'schema_version = schema_version + 1'],
    ['recorded_at, by a microsecond', "recorded_at = recorded_at + interval '1 microsecond'"],
    ['recorded_at, to infinity', "recorded_at = 'infinity'"],
    ['command_id', 'command_id = gen_random_uuid()'],
    ['data, by a space', "data = (data::text || ' ')::json"],
    ['data, by a letter', "data = replace(data::text, 'text', 'test')::json"],
    ['metadata', "metadata = (' ' || metadata::text)::json"],
  ];
  for (const position of [1, 32, 33, 77, 110])
    it.each(changes)(`detects a change of %s at position ${position}`, async (_, change) => {
      const { failure } = await verifyAfter(`update log.events set ${change} where position = ${position}`);
      expect(failure).toMatchObject({ position });
    });

  it('reports the first of several failures', async () => {
    const { failure } = await verifyAfter(
      "update log.events set type = 'x' where position in (41, 60, 61)",
      'update log.events set version = 900 where position = 50',
      'delete from log.events where position = 70',
    );
    expect(failure).toMatchObject({ position: 41, kind: 'changed' });
  });

  it.each([1, 2, 32, 64, 90, 110, 115])(
    'detects that the event at position %i was deleted',
    async (position) => {
      const { failure } = await verifyAfter(`delete from log.events where position = ${position}`);
      expect(failure).toMatchObject({ position, kind: 'gap' });
    },
  );

  it('detects that the last sealed events were deleted', async () => {
    const { failure } = await verifyAfter('delete from log.events where position > 100');
    expect(failure).toMatchObject({ position: 101, kind: 'gap' });
  });

  it('detects an event before the first position', async () => {
    const { failure } = await verifyAfter('update log.events set position = -3 where position = 120');
    expect(failure).toMatchObject({ position: -3 });
  });

  it('reports an event before the first position even if the first seal is missing', async () => {
    const { failure } = await verifyAfter(
      'update log.events set position = -3 where position = 120',
      'delete from log.seals where number = 1',
    );
    expect(failure).toMatchObject({ position: -3 });
  });

  it('detects two events that were swapped', async () => {
    const { failure } = await verifyAfter(
      'update log.events set position = -position where position in (40, 45)',
      'update log.events set position = case position when -40 then 45 else 40 end where position < 0',
    );
    expect(failure).toMatchObject({ position: 40 });
  });

  it('detects wrong versions and times in unsealed events', async () => {
    expect(
      (await verifyAfter('update log.events set version = version + 5 where position = 116')).failure,
    ).toMatchObject({ position: 116, kind: 'version' });
    expect(
      (await verifyAfter("update log.events set recorded_at = '2020-01-01' where position = 117")).failure,
    ).toMatchObject({ position: 117, kind: 'time' });
  });

  it('detects an event that was changed together with its stored leaf hash', async () => {
    // Seal 2 covers the positions from 33 on. Its leaf hashes have 32 bytes each.
    const { failure } = await verifyAfter(
      `update log.events set stream = 'note-99' where position = 40`,
      `update log.seals set leaves = overlay(leaves placing (
         select sha256('\\x0001'::bytea || record_send(row(position, stream, version, type, schema_version, recorded_at,
           command_id, data, metadata))) from log.events where position = 40) from (40 - 33) * 32 + 1) where number = 2`,
    );
    expect(failure).toMatchObject({ position: 33, kind: 'seal' });
  });

  const sealChanges: [string, string, number][] = [
    ['root', "root = sha256('x')", 33],
    ['chained root', "chained_root = sha256('x')", 33],
    ['nodes', 'nodes = set_byte(nodes, 40, get_byte(nodes, 40) # 1)', 33],
    ['leaves', 'leaves = set_byte(leaves, 3 * 32, get_byte(leaves, 3 * 32) # 1)', 36],
    ['time', "sealed_at = sealed_at + interval '1 microsecond'", 33],
    ['algorithm', 'algorithm = 2', 33],
    ['last position', 'last_position = 63, event_count = 31, leaves = substr(leaves, 1, 31 * 32)', 33],
  ];
  it.each(sealChanges)('detects a change of the %s of a seal', async (_, change, position) => {
    const { failure } = await verifyAfter(`update log.seals set ${change} where number = 2`);
    expect(failure).toMatchObject({ position, kind: expect.stringMatching(/seal|changed/) });
  });

  it('detects a deleted seal', async () => {
    const { failure } = await verifyAfter('delete from log.seals where number = 3');
    expect(failure).toMatchObject({ position: 65, kind: 'seal' });
  });
});

describe('a signed head', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');

  it('is confirmed by its log after the log has grown', async () => {
    const log = await openLogDatabase(50);
    const sealer = createSealer({ pool: log.pool, pageSize: 8 });
    await expect(signHead(log.pool, privateKey)).rejects.toThrow('nothing has been sealed');
    await sealer.sealUpTo(20);
    const earlyHead = await signHead(log.pool, privateKey);
    await sealer.sealUpTo();
    const lateHead = await signHead(log.pool, privateKey);
    expect([earlyHead.lastPosition, lateHead.lastPosition]).toEqual([20, 50]);
    expect(hasValidSignature(earlyHead, publicKey) && hasValidSignature(lateHead, publicKey)).toBe(true);
    expect(hasValidSignature({ ...earlyHead, lastPosition: 21 }, publicKey)).toBe(false);
    expect(hasValidSignature(earlyHead, generateKeyPairSync('ed25519').publicKey)).toBe(false);
    expect((await verify({ pool: log.pool, heads: [lateHead, earlyHead] })).failure).toBeNull();
  });

  it('reveals that the log was rewritten and sealed again, or truncated', async () => {
    const log = await openLogDatabase(50);
    const sealer = createSealer({ pool: log.pool, pageSize: 8 });
    await sealer.sealUpTo(20);
    const earlyHead = await signHead(log.pool, privateKey);
    await sealer.sealUpTo();
    const lateHead = await signHead(log.pool, privateKey);

    await log.forge("delete from log.seals; update log.events set type = 'Forged' where position = 30");
    const forger = createSealer({ pool: log.pool, pageSize: 8 });
    await forger.sealUpTo(20);
    await forger.sealUpTo();
    expect((await verify({ pool: log.pool })).failure).toBeNull();
    expect((await verify({ pool: log.pool, heads: [earlyHead] })).failure).toMatchObject({
      position: 1,
      kind: 'head',
    });

    await log.forge('delete from log.seals where number > 3; delete from log.events where position > 20');
    expect((await verify({ pool: log.pool })).failure).toBeNull();
    expect((await verify({ pool: log.pool, heads: [lateHead] })).failure).toMatchObject({ kind: 'head' });
  });

  it('is not confirmed by another log', async () => {
    const one = await openLogDatabase(5);
    await createSealer({ pool: one.pool }).sealUpTo();
    const head = await signHead(one.pool, privateKey);
    expect(
      (await verify({ pool: one.pool, heads: [{ ...head, logId: crypto.randomUUID() }] })).failure,
    ).toMatchObject({ kind: 'head', detail: expect.stringContaining('another log') });
  });
});
