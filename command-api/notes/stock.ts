import type { Pool } from 'pg';
import { notesAtMost } from '#contract/notes.ts';
import { problemError } from '#platform/problems.ts';

/** How many notes a person has, and how much text is in them. */
export type Stock = { count: number; characters: number };
export type TakeStock = (userId: string) => Promise<Stock>;

/**
 * Takes stock in the read table, which may be a moment behind: what it is for is that no list grows without an end, not
 * that the ten-thousandth note is the last.
 */
export const openStock =
  (pool: Pick<Pool, 'query'>): TakeStock =>
  async (userId) => {
    const { rows } = await pool.query<Stock>(
      `select count(*)::int as count, coalesce(sum(length(text)), 0)::float8 as characters
       from read.notes where user_id = $1 and not removed`,
      [userId],
    );
    return rows[0] ?? { count: 0, characters: 0 };
  };

/** @param more what a decision adds. @throws `conflict` when that is too much. */
export const requireRoom = (stock: Stock, more: Stock): void => {
  const { count, characters } = notesAtMost;
  if (more.count > 0 && stock.count + more.count > count)
    throw problemError(
      'conflict',
      `You have ${count.toLocaleString('en')} notes, which is the most. Remove one first.`,
    );
  if (more.characters > 0 && stock.characters + more.characters > characters)
    throw problemError('conflict', 'Your notes hold as much text as they can. Remove one first.');
};
