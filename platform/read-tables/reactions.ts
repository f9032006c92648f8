import type { Generated } from 'kysely';

/** `read.reactors`: the checkpoint of each reactor. A rebuild never resets it. */
export type ReactorsTable = { reactor: string; position: Generated<number> };

/** `read.reactions`: pending reactions, one row per reactor and event; deleted once they succeed. */
export type ReactionsTable = {
  reactor: string;
  position: number;
  stream: string;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  last_error: string | null;
};
