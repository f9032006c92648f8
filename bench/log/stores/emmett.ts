import assert from 'node:assert/strict';
import { Client } from 'pg';
import { isVersionConflict, openEmmett } from '../../harness/open-emmett.ts';
import { metadataOf, profile } from '../workload.ts';
import type { StoreKind } from './store.ts';

/** emmett on PostgreSQL, with one append per call. */
export const emmett: StoreKind = {
  name: 'emmett',
  open: async (url) => {
    const { store, close } = await openEmmett(url);
    return {
      append: async (person, version, count) => {
        const events = Array.from({ length: count }, (_, index) => ({
          type: 'UserProfileEdited',
          data: profile(person, version + index + 1),
          metadata: metadataOf(person),
        }));
        try {
          await store.appendToStream(`user-${person}`, events, { expectedStreamVersion: BigInt(version) });
          return true;
        } catch (error) {
          if (isVersionConflict(error)) return false;
          throw error;
        }
      },
      verify: async (expectedEvents) => {
        const client = new Client({ connectionString: url });
        await client.connect();
        const { rows } = await client.query<{ events: number; distinct: number }>(
          `select count(*)::integer as events, count(distinct (stream_id, stream_position))::integer as distinct
             from emt_messages`,
        );
        await client.end();
        assert.deepEqual(
          rows[0],
          { events: expectedEvents, distinct: expectedEvents },
          `emmett stored ${rows[0]?.events} events (${rows[0]?.distinct} distinct), but acknowledged ${expectedEvents}.`,
        );
      },
      close,
    };
  },
};
