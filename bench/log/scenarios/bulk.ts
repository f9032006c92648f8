/** What goes through the whole log: reading it in pages, sealing it, verifying it. */

import type { Pool } from 'pg';
import { openReader } from '#events/log/reader.ts';
import { openSealer } from '#events/seals/sealer.ts';
import { verify } from '#events/seals/verify.ts';
import { openVault, type Vault } from '#events/vault/vault.ts';
import { median, must, type Scenario } from '../scenario.ts';
import { masterKey, openOurs } from '../stores/ours.ts';
import { Workload } from '../workload.ts';

const timed = async (events: number, work: () => Promise<number>) => {
  const start = performance.now();
  const done = await work();
  must(done === events, `${done} of ${events} events were worked on.`);
  return (events * 1000) / (performance.now() - start);
};

const readAll = async (pool: Pool, vault: Vault | null) => {
  const reader = openReader({ pool, vault });
  const stop = new AbortController();
  const head = await reader.head();
  let last = 0;
  for await (const page of reader.tail({ after: 0, pageSize: 2_000, signal: stop.signal })) {
    for (const event of page.events) if (event.position !== ++last) throw new Error(`No event at ${last}.`);
    if (last === head) stop.abort();
  }
  await reader.close();
  return last;
};

export const bulk: Scenario = {
  name: 'bulk',
  about: 'Going through the whole log: reading decoded events in pages, sealing, verifying',
  run: async ({ kinds, preset, server }) => {
    const name = `lyceum_bulk_${process.pid}`;
    const url = await server.createDatabase(name);
    await (await kinds.ours.open(url, 1)).close();
    const store = await openOurs(url, { sealing: false });
    const events = preset.bulk;
    const vault = openVault({ pool: store.pool, masterKey });
    const append = await timed(events, async () => {
      const workload = new Workload(store);
      await workload.write(events, 256);
      return workload.appended;
    });
    const seal = await timed(events, () => openSealer({ pool: store.pool }).sealUpTo());
    const rates = { without: [] as number[], clear: [] as number[], verified: [] as number[] };
    for (let round = 0; round <= preset.rounds; round++) {
      const without = await timed(events, () => readAll(store.pool, null));
      const clear = await timed(events, () => readAll(store.pool, vault));
      const verified = await timed(events, async () => {
        const { misfit, unsealed, events: found } = await verify({ pool: store.pool });
        must(
          misfit === null && unsealed === 0,
          `verify: ${misfit?.detail ?? `${unsealed} events are not sealed`}`,
        );
        return found;
      });
      if (round === 0) continue;
      rates.without.push(without);
      rates.clear.push(clear);
      rates.verified.push(verified);
    }
    await store.check(events);
    await vault.close();
    await store.close();
    await server.drop(name);
    const line = (what: string, lyceum: number) => ({ what, figures: { lyceum } });
    return {
      rows: [
        line('appended, 256 in flight, no sealing beside', append),
        line('sealed', seal),
        line('read in pages, decoded, personal fields left encrypted', median(rates.without)),
        line('read in pages, decoded, personal fields in clear', median(rates.clear)),
        line('verified: encoded, hashed and compared', median(rates.verified)),
      ],
      claims: [
        { what: 'reading in pages, decoded', value: median(rates.without), floor: 300_000, unit: 'events/s' },
        { what: 'sealing, of the append rate', value: seal / append, floor: 1 },
      ],
    };
  },
};
