import { type Kysely, sql } from 'kysely';
import { userStream } from '#events/catalogue/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { audit } from '../audit/audit.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';

const atOnce = 5_000;

/** What the log would say right behind the moment, had the person been removed then. */
const removal = (person: string, position: number): RecordedEvent => ({
  type: 'UserRemoved',
  data: {},
  position,
  stream: userStream(person),
  version: Number.MAX_SAFE_INTEGER,
  recordedAt: new Date(0),
  commandId: person,
  metadata: { actor: { system: 'past' }, correlationId: '' },
});

/**
 * Whoever has been removed since stays removed, also where the tables are as they were before: their key is gone, and
 * what they did leaves as it left the live tables. The history (`audit`) keeps what had happened by then.
 * @param db at `position`.
 * @param idOf under which id a person stands in these tables.
 */
export const forgetRemoved = async (
  db: Kysely<ReadTables>,
  projections: readonly Projection[],
  position: number,
  idOf: (person: string) => string,
): Promise<void> => {
  const { rows } = await sql<{ person: string }>`
    select person from vault.keys where destroyed_at is not null order by person`.execute(db);
  const forgetting = projections.filter(({ model }) => model !== audit.model);
  for (let start = 0; start < rows.length; start += atOnce) {
    const events = rows.slice(start, start + atOnce).map(({ person }) => removal(idOf(person), position + 1));
    await advance(db, forgetting, { from: position, to: position, events }, { announce: false });
  }
};
