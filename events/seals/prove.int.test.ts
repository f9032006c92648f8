import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openLogDatabase } from '../testing/log-database.ts';
import { sha256 } from './merkle.ts';
import { checkEventProof, type EventProof } from './proof/event-proof.ts';
import { isConsistent } from './proof/merkle-path.ts';
import { proveConsistency, proveEvent } from './prove.ts';
import { readSeal } from './seal-rows.ts';
import { createSealer } from './sealer.ts';

/** Computes SHA-256 as a browser does. */
const webSha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes));

describe('proveEvent', () => {
  it('creates short proofs of all sealed events, which are valid in Node and with WebCrypto, and no proofs of other positions', async () => {
    const log = await openLogDatabase(200);
    const sealer = createSealer({ pool: log.pool, pageSize: 16 });
    await sealer.sealUpTo(33);
    await sealer.sealUpTo(150);
    for (let position = 1; position <= 150; position++) {
      const proof = await proveEvent({ database: log.pool, archive: null }, position);
      expect(proof).not.toBeNull();
      if (proof === null) continue;
      expect(proof.event.position).toBe(position);
      const parsed: EventProof = JSON.parse(JSON.stringify(proof));
      expect(await checkEventProof(position % 10 === 0 ? webSha256 : sha256, parsed)).toBe(true);
      // A path has at most four hashes in a page of 16 events, and at most four in a tree of up to 16 seals.
      expect(proof.seal.path.length + proof.history.path.length).toBeLessThanOrEqual(4 + 4);
    }
    expect(await proveEvent({ database: log.pool, archive: null }, 151)).toBeNull();
    expect(await proveEvent({ database: log.pool, archive: null }, 0)).toBeNull();
  });

  it('can prove an event in any later state of the seal tree', async () => {
    const log = await openLogDatabase(60);
    await createSealer({ pool: log.pool, pageSize: 4 }).sealUpTo();
    for (let seals = 5; seals <= 15; seals++) {
      const proof = await proveEvent({ database: log.pool, archive: null }, 20, seals);
      const { chainedRoot } = await readSeal(log.pool, seals);
      expect(proof?.history).toMatchObject({ size: seals, root: chainedRoot.toString('hex') });
      expect(proof && (await checkEventProof(sha256, proof))).toBe(true);
    }
    for (const seals of [4, 16])
      await expect(proveEvent({ database: log.pool, archive: null }, 20, seals)).rejects.toThrow(RangeError);
  });

  it('creates proofs that are invalid after a change, even one that makes them malformed', async () => {
    const log = await openLogDatabase(60);
    await createSealer({ pool: log.pool, pageSize: 16 }).sealUpTo();
    const proof = await proveEvent({ database: log.pool, archive: null }, 20);
    if (proof === null) throw new Error('Position 20 is not sealed.');
    const variants: EventProof[] = [
      ...Object.entries(proof.event).map(([column, value]) => ({
        ...proof,
        event: {
          ...proof.event,
          [column]: typeof value === 'number' ? value + 1 : value.replace(/.$/, 'f1'),
        },
      })),
      ...(['number', 'firstPosition', 'lastPosition', 'eventCount', 'sealedAt'] as const).map((name) => ({
        ...proof,
        seal: { ...proof.seal, [name]: proof.seal[name] + 1 },
      })),
      { ...proof, seal: { ...proof.seal, path: proof.seal.path.slice(1) } },
      { ...proof, seal: { ...proof.seal, path: ['not hexadecimal'] } },
      { ...proof, history: { ...proof.history, path: [] } },
      { ...proof, history: { ...proof.history, root: proof.seal.path[0] ?? '' } },
    ];
    for (const variant of variants) expect(await checkEventProof(sha256, variant)).toBe(false);
    expect(await checkEventProof(sha256, proof)).toBe(true);
  });

  it('creates an invalid proof for an event that was changed after it was sealed', async () => {
    const log = await openLogDatabase(60);
    await createSealer({ pool: log.pool, pageSize: 16 }).sealUpTo();
    await log.forge("update log.events set type = 'Forged' where position = 20");
    const proof = await proveEvent({ database: log.pool, archive: null }, 20);
    expect(proof && (await checkEventProof(sha256, proof))).toBe(false);
  });
});

describe('proveConsistency', () => {
  it('creates valid proofs between any two states of the seal tree', async () => {
    const log = await openLogDatabase(50);
    await createSealer({ pool: log.pool, pageSize: 4 }).sealUpTo();
    for (let older = 1; older <= 13; older++)
      for (let newer = older; newer <= 13; newer++)
        expect(await isConsistent(sha256, await proveConsistency(log.pool, older, newer))).toBe(true);
    await expect(proveConsistency(log.pool, 5, 14)).rejects.toThrow('no seal 14');
  });
});
