import { type Kysely, sql } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { SupersededError } from '../projection/checkpoints.ts';
import type { Reactor } from './reactor.ts';

/**
 * How many positions a reactor's checkpoint may be behind the processed events while there are no reactions. Without such a lag, each page
 * would need a transaction for each reactor.
 */
const maxCheckpointLag = 10_000;

/**
 * Stores in `read.reactions` the reactions that events require, in the transaction that moves the reactor's checkpoint.
 * So no reaction is lost, and a failing one does not delay the others.
 */
export type ReactionOutbox = {
  /** Loads the checkpoints of the reactors; that of a new reactor is 0. @returns the lowest checkpoint, from which the log must be read. */
  load(db: Kysely<ReadTables>): Promise<number>;
  /** Stores the reactions to a page of events. Skips events up to a reactor's checkpoint. */
  storeReactions(db: Kysely<ReadTables>, events: readonly RecordedEvent[]): Promise<void>;
};

/** Stores the reactions of one reactor and moves its checkpoint. @throws {SupersededError} if it is not at `from`. */
const storeForReactor = (
  db: Kysely<ReadTables>,
  reactor: Reactor,
  { from, to, events }: { from: number; to: number; events: readonly RecordedEvent[] },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('reactors')
      .set({ position: to })
      .where('reactor', '=', reactor.name)
      .where('position', '=', from)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new SupersededError();
    const rows = events.map(({ position, stream }) => ({ reactor: reactor.name, position, stream }));
    if (rows.length > 0)
      await sql`insert into reactions (reactor, position, stream)
        select reactor, position, stream from json_populate_recordset(null::reactions, ${JSON.stringify(rows)}::json)`.execute(
        transaction,
      );
  });

/** Creates an outbox. @param onStored called when reactions were stored. */
export const createReactionOutbox = (reactors: readonly Reactor[], onStored: () => void): ReactionOutbox => {
  const checkpoints = new Map<string, number>();
  return {
    async load(db) {
      checkpoints.clear();
      for (const { name } of reactors)
        await db
          .insertInto('reactors')
          .values({ reactor: name })
          .onConflict((conflict) => conflict.column('reactor').doNothing())
          .execute();
      for (const row of await db.selectFrom('reactors').selectAll().execute())
        if (reactors.some(({ name }) => name === row.reactor)) checkpoints.set(row.reactor, row.position);
      return Math.min(...checkpoints.values());
    },
    async storeReactions(db, page) {
      const to = page.at(-1)?.position;
      if (to === undefined) return;
      for (const reactor of reactors) {
        const from = checkpoints.get(reactor.name) ?? 0;
        const events = page.filter((event) => event.position > from && reactor.eventTypes.has(event.type));
        if (to <= from || (events.length === 0 && to - from < maxCheckpointLag)) continue;
        await storeForReactor(db, reactor, { from, to, events });
        checkpoints.set(reactor.name, to);
        if (events.length > 0) onStored();
      }
    },
  };
};
