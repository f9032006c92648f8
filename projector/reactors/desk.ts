import { type Kysely, sql } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { SupersededError } from '../runner/checkpoints.ts';
import type { Reactor } from './reactor.ts';

/** A checkpoint that nobody waits for need not move with every event: so far it may lag when nothing is to be done. */
const mayLag = 10_000;

/**
 * Notes what reactors have to do (`read.reactions`) in the transaction that moves their checkpoints, so that
 * nothing is forgotten and one reaction that fails does not hold up the next.
 */
export type Desk = {
  /** Reads where the reactors stand. @returns the position after which the log must be read for them. */
  open(db: Kysely<ReadTables>): Promise<number>;
  /** Notes what the events of a page ask for; those before a reactor's checkpoint are known already. */
  take(db: Kysely<ReadTables>, events: readonly RecordedEvent[]): Promise<void>;
};

export const createDesk = (reactors: readonly Reactor[], noted: () => void): Desk => {
  const stand = new Map<string, number>();

  const move = (
    db: Kysely<ReadTables>,
    reactor: Reactor,
    from: number,
    to: number,
    wanted: readonly RecordedEvent[],
  ) =>
    db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('reactors')
        .set({ position: to })
        .where('reactor', '=', reactor.name)
        .where('position', '=', from)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new SupersededError();
      const rows = wanted.map(({ position, stream }) => ({ reactor: reactor.name, position, stream }));
      if (rows.length > 0)
        await sql`insert into reactions (reactor, position, stream)
          select reactor, position, stream from json_populate_recordset(null::reactions, ${JSON.stringify(rows)}::json)`.execute(
          transaction,
        );
    });

  return {
    async open(db) {
      stand.clear();
      for (const { name } of reactors)
        await db
          .insertInto('reactors')
          .values({ reactor: name })
          .onConflict((conflict) => conflict.column('reactor').doNothing())
          .execute();
      for (const row of await db.selectFrom('reactors').selectAll().execute())
        if (reactors.some(({ name }) => name === row.reactor)) stand.set(row.reactor, row.position);
      return Math.min(...stand.values());
    },
    async take(db, events) {
      const to = events.at(-1)?.position;
      if (to === undefined) return;
      for (const reactor of reactors) {
        const from = stand.get(reactor.name) ?? 0;
        const wanted = events.filter((event) => event.position > from && reactor.eventTypes.has(event.type));
        if (to <= from || (wanted.length === 0 && to - from < mayLag)) continue;
        await move(db, reactor, from, to, wanted);
        stand.set(reactor.name, to);
        if (wanted.length > 0) noted();
      }
    },
  };
};
