/** What a raw export holds, read in constant memory: events and seals in order, and the keys of personal data. */
import type { Queryable } from '../../seals/seal-rows.ts';
import { parseSealRow, type SealRow, sealColumns } from '../../seals/seal-rows.ts';
import { readStoredEvents } from '../../seals/stored-events.ts';
import { type MasterKey, unwrapKey } from '../../vault/master-key.ts';
import type { EventLine, KeyLine, SealLine } from '../raw-export-format.ts';
import { personKeyContext, type TransferKey } from '../transfer-key.ts';

const eventsAtOnce = 2_000;
/** A seal holds a hash of each of its events. */
const sealsAtOnce = 20;
const keysAtOnce = 1_000;

type Stretch = { from: number; to: number };

type FullSealRow = SealRow & { nodes: Buffer; leaves: Buffer };

const sealLineOf = (row: FullSealRow): SealLine => {
  const { root, chainedRoot, ...facts } = parseSealRow(row);
  return {
    seal: {
      ...facts,
      root: root.toString('hex'),
      chainedRoot: chainedRoot.toString('hex'),
      nodes: row.nodes.toString('base64'),
      leaves: row.leaves.toString('base64'),
    },
  };
};

/** The seals whose pages hold an event of the stretch. */
async function* sealsOf(database: Queryable, { from, to }: Stretch): AsyncGenerator<SealLine, undefined> {
  for (let after = from - 1; ; ) {
    const { rows } = await database.query<FullSealRow>(
      `select ${sealColumns}, nodes, leaves from log.seals
         where last_position > $1 and first_position <= $2 order by last_position limit $3`,
      [after, to, sealsAtOnce],
    );
    for (const row of rows) yield sealLineOf(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = Number(last.last_position);
  }
}

async function* storedPages(database: Queryable, { from, to }: Stretch) {
  const read = (after: number) => {
    const page = readStoredEvents(database, { after, limit: Math.min(eventsAtOnce, to - after) });
    // It is read ahead: an error waits until the page is wanted.
    page.catch(() => undefined);
    return page;
  };
  for (let next = from <= to ? read(from - 1) : null; next !== null; ) {
    const page = await next;
    const last = page.at(-1)?.position;
    if (last === undefined) return;
    next = last < to ? read(last) : null;
    yield page;
  }
}

/** Pages of events, each seal behind the last event of its own page; one that reaches further than the stretch at the end. */
export async function* historyLines(
  database: Queryable,
  stretch: Stretch,
): AsyncGenerator<(EventLine | SealLine)[]> {
  const seals = sealsOf(database, stretch);
  let seal = (await seals.next()).value;
  for await (const page of storedPages(database, stretch)) {
    const lines: (EventLine | SealLine)[] = [];
    for (const event of page) {
      lines.push({ event });
      if (seal?.seal.lastPosition !== event.position) continue;
      lines.push(seal);
      seal = (await seals.next()).value;
    }
    yield lines;
  }
  for (; seal !== undefined; seal = (await seals.next()).value) yield [seal];
}

type KeyRow = {
  person: string;
  made_at: string;
  destroyed_at: string | null;
  master_key_id: string | null;
  wrapped: Buffer | null;
};

const microseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint as ${column}`;

/**
 * Every person's key, wrapped for the way; of who was removed that they were.
 * @throws when a key is wrapped by a master key that is not among those given.
 */
export async function* keyLines(
  database: Queryable,
  options: { logId: string; masters: ReadonlyMap<string, MasterKey>; travel: TransferKey },
): AsyncGenerator<KeyLine[]> {
  const { logId, masters, travel } = options;
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: KeyRow[] } = await database.query<KeyRow>(
      `select person, ${microseconds('made_at')}, ${microseconds('destroyed_at')}, master_key_id, wrapped
         from vault.keys where $1::uuid is null or person > $1 order by person limit $2`,
      [after, keysAtOnce],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.person;
    yield rows.map(({ person, made_at, destroyed_at, master_key_id, wrapped }): KeyLine => {
      const madeAt = Number(made_at);
      if (wrapped === null || master_key_id === null)
        return { key: { person, madeAt, destroyedAt: Number(destroyed_at) } };
      const key = unwrapKey(masters, { person, masterKeyId: master_key_id, wrapped });
      return { key: { person, madeAt, wrapped: travel.wrap(key.export(), personKeyContext(logId, person)) } };
    });
  }
}
