import { z } from 'zod/mini';

/** Answer to a command that creates a record. If the record already exists, `insertedId` is its id. */
export const insertAnswer = z.object({ acknowledged: z.literal(true), insertedId: z.uuid() });
/**
 * Answer to a command that changes a record. `matchedCount` is 0 if there is no such record that the caller can change.
 * `modifiedCount` is 0 if nothing was written.
 */
export const updateAnswer = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.int(),
  modifiedCount: z.int(),
  upsertedCount: z.literal(0),
  upsertedId: z.null(),
});
/** Answer to a command that removes a record; `deletedCount` is 0 if there was nothing to remove. */
export const deleteAnswer = z.object({ acknowledged: z.literal(true), deletedCount: z.int() });

export type InsertAnswer = z.infer<typeof insertAnswer>;
export type UpdateAnswer = z.infer<typeof updateAnswer>;
export type DeleteAnswer = z.infer<typeof deleteAnswer>;

export const inserted = (insertedId: string): InsertAnswer => ({ acknowledged: true, insertedId });
export const updated = (matchedCount: number, modifiedCount: number): UpdateAnswer => ({
  acknowledged: true,
  matchedCount,
  modifiedCount,
  upsertedCount: 0,
  upsertedId: null,
});
export const deleted = (deletedCount: number): DeleteAnswer => ({ acknowledged: true, deletedCount });
