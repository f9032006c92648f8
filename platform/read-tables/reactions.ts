import type { Generated } from 'kysely';

/** `read.reactors`: how far each reactor has looked. Never reset by a rebuild. */
export type ReactorsTable = { reactor: string; position: Generated<number> };

/** `read.reactions`: what is still to be done outside, one row an event; deleted once it is done. */
export type ReactionsTable = {
  reactor: string;
  position: number;
  stream: string;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  last_error: string | null;
};
