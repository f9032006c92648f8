import { z } from 'zod';
import { auditKinds } from './audit.ts';

const eventTypes = [...new Set(Object.values(auditKinds).flat())];
const kind = z.enum(eventTypes as [string, ...string[]], {
  error: 'There is no such kind of event: docs/events.md names them.',
});
const position = (label: string) => {
  const error = `${label} must be a position of the log, such as 1200.`;
  return z.coerce
    .number({ error })
    .int({ error })
    .nonnegative({ error })
    .max(Number.MAX_SAFE_INTEGER, { error });
};

/**
 * Query of GET /log: what comes after the position `after`, up to `to` or to the head as it stands when the request comes. Who
 * was cut off goes on after the position of the last whole line. `type` may be repeated.
 */
export const logQuery = z.object({
  after: position('After').default(0),
  to: position('To').optional(),
  type: z.union([kind, z.array(kind).max(eventTypes.length)]).optional(),
});
export type LogQuery = z.infer<typeof logQuery>;

/** A line of GET /log: an event under pseudonyms. Personal fields are null, ids of persons keyed hashes. */
export const logLine = z.object({
  position: z.number().int(),
  recordedAt: z.iso.datetime(),
  stream: z.string(),
  version: z.number().int(),
  type: z.string(),
  /** In what role it was done; `system` for what the product did by itself, null where nobody is known. */
  role: z.string().nullable(),
  /** Of the demo school: written with a simulated clock. */
  seeded: z.boolean(),
  /** The same for all events of one command. */
  command: z.uuid(),
  data: z.record(z.string(), z.unknown()),
});
