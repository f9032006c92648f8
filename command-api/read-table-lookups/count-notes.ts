import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { noteLimits } from '#contract/schemas/notes.ts';
import type { ReadDatabase } from './read-database.ts';

/** How many notes a user has, and how many characters are in them. */
export type NoteUsage = { count: number; characters: number };
export type CountNotes = (userId: string) => Promise<NoteUsage>;

/** How long a count that is far below the limits is used again. The rate limit lets nobody reach them within this time. */
const usedAgainForMs = 10_000;
const maxRemembered = 10_000;

const isFarBelowLimits = ({ count, characters }: NoteUsage) =>
  count <= noteLimits.count / 2 && characters <= noteLimits.characters / 2;

/**
 * Creates a function that counts a user's notes. The count may be some seconds old, but is exact enough to limit their number.
 */
export const createCountNotes = (database: ReadDatabase): CountNotes => {
  const remembered = new LRUCache<string, NoteUsage>({ max: maxRemembered, ttl: usedAgainForMs });
  return async (userId) => {
    const known = remembered.get(userId);
    if (known !== undefined) return known;
    const usage = await database
      .selectFrom('read.notes')
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`coalesce(sum(length(text)), 0)::float8`.as('characters'),
      ])
      .where('user_id', '=', userId)
      .where('removed', '=', false)
      .executeTakeFirstOrThrow();
    if (isFarBelowLimits(usage)) remembered.set(userId, usage);
    return usage;
  };
};
