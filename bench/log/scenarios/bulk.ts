import assert from 'node:assert/strict';
import type { Pool } from 'pg';
import { openReader } from '#events/log/read/reader.ts';
import { createSealer } from '#events/seals/sealer.ts';
import { verify } from '#events/seals/verify/verify.ts';
import { openVault, type Vault } from '#events/vault/vault.ts';
import { median } from '../../harness/statistics.ts';
import type { Scenario } from '../scenario.ts';
import { masterKey, openLyceum } from '../stores/lyceum.ts';
import { Workload } from '../workload.ts';

/** Returns the rate in events per second. @param work returns how many events it processed. */
const measureRate = async (events: number, work: () => Promise<number>) => {
  const start = performance.now();
  const processed = await work();
  assert(processed === events, `${processed} of ${events} events were processed.`);
  return (events * 1000) / (performance.now() - start);
};

/** Reads the log up to its head. @param vault null: personal fields are not decrypted. @returns the last position. */
const readAll = async (pool: Pool, vault: Vault | null) => {
  const reader = openReader({ pool, vault });
  const stop = new AbortController();
  const head = await reader.head();
  let last = 0;
  for await (const page of reader.tail({ after: 0, pageSize: 2_000, signal: stop.signal })) {
    for (const event of page.events) {
      last += 1;
      if (event.position !== last) throw new Error(`The event at position ${last} is missing.`);
    }
    if (last === head) stop.abort();
  }
  await reader.close();
  return last;
};

const verifyAll = async (pool: Pool) => {
  const { failure, unsealed, events } = await verify({ pool });
  assert(failure === null, `verify: ${failure?.detail}`);
  assert(unsealed === 0, `verify: ${unsealed} events are not sealed`);
  return events;
};

export const bulk: Scenario = {
  name: 'bulk',
  title: 'Processing the whole log: reading decoded events in pages, sealing, verifying',
  run: async ({ kinds, preset, server }) => {
    const name = `lyceum_bulk_${process.pid}`;
    await using resources = new AsyncDisposableStack();
    resources.defer(() => server.dropDatabase(name));
    const url = await server.createDatabase(name);
    await (await kinds.lyceum.open(url, 1)).close();
    const store = await openLyceum(url, { hasSealer: false });
    resources.defer(store.close);
    const events = preset.bulkEvents;
    const vault = openVault({ pool: store.pool, masterKey });
    resources.defer(() => vault.close());
    const appendRate = await measureRate(events, async () => {
      const workload = new Workload(store);
      await workload.write(events, 256);
      return workload.appended;
    });
    const sealRate = await measureRate(events, () => createSealer({ pool: store.pool }).sealUpTo());
    const rates = { encrypted: [] as number[], decrypted: [] as number[], verified: [] as number[] };
    for (let round = 0; round <= preset.rounds; round++) {
      const encrypted = await measureRate(events, () => readAll(store.pool, null));
      const decrypted = await measureRate(events, () => readAll(store.pool, vault));
      const verified = await measureRate(events, () => verifyAll(store.pool));
      if (round === 0) continue;
      rates.encrypted.push(encrypted);
      rates.decrypted.push(decrypted);
      rates.verified.push(verified);
    }
    await store.verify(events);
    const readRate = median(rates.encrypted);
    const createRow = (label: string, rate: number) => ({ label, figures: { lyceum: rate } });
    return {
      rows: [
        createRow('appended, 256 in flight, without a sealer', appendRate),
        createRow('sealed', sealRate),
        createRow('read in pages, decoded, personal fields not decrypted', readRate),
        createRow('read in pages, decoded, personal fields decrypted', median(rates.decrypted)),
        createRow('verified: encoded, hashed and compared', median(rates.verified)),
      ],
      measuredValues: [
        { label: 'reading in pages, decoded', value: readRate, floor: 300_000, unit: 'events/s' },
        { label: 'sealing, relative to the append rate', value: sealRate / appendRate, floor: 1 },
      ],
    };
  },
};
