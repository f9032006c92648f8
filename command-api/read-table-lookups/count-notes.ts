import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { maxNoteLength, noteLimits } from '#contract/schemas/notes.ts';
import type { ReadDatabase } from './read-database.ts';

/** How many notes a user has, and how many characters are in them. */
export type NoteUsage = { count: number; characters: number };
export type CountNotes = (userId: string) => Promise<NoteUsage>;

const defaultReuseMs = 10_000;
const maxRemembered = 10_000;

const isFarBelowLimits = ({ count, characters }: NoteUsage) =>
  count <= noteLimits.count / 2 && characters <= noteLimits.characters / 2;

/**
 * Creates a function that counts a user's notes. Counting took more than 40 % of PostgreSQL's time for a note, so a count far below the
 * limits is reused for a few seconds (bench/http). Each use adds a note of the maximum length to it, because the command may add such a
 * note. Commands that count at the same moment may miss each other's notes, which is harmless: near the limits every command counts again.
 * @param options.reuseMs how long a count is reused; default 10 s.
 */
export const createCountNotes = (
  database: ReadDatabase,
  { reuseMs = defaultReuseMs }: { reuseMs?: number } = {},
): CountNotes => {
  const remembered = new LRUCache<string, NoteUsage>({ max: maxRemembered, ttl: reuseMs });
  return async (userId) => {
    const known = remembered.get(userId);
    if (known !== undefined) {
      const usage = { count: known.count + 1, characters: known.characters + maxNoteLength };
      if (isFarBelowLimits(usage)) {
        remembered.set(userId, usage, { noUpdateTTL: true });
        return usage;
      }
    }
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
    else remembered.delete(userId);
    return usage;
  };
};
