import { sql } from 'kysely';
import type { ReadDatabase } from './read-database.ts';

/** How many notes a user has, and how many characters are in them. */
export type NoteUsage = { count: number; characters: number };
export type CountNotes = (userId: string) => Promise<NoteUsage>;

/**
 * Creates a function that counts a user's notes. The count may be slightly outdated, but is exact enough to limit their number.
 */
export const createCountNotes =
  (database: ReadDatabase): CountNotes =>
  (userId) =>
    database
      .selectFrom('read.notes')
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`coalesce(sum(length(text)), 0)::float8`.as('characters'),
      ])
      .where('user_id', '=', userId)
      .where('removed', '=', false)
      .executeTakeFirstOrThrow();
