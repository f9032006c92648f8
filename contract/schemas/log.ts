import { z } from 'zod/mini';
import { auditKinds } from './audit.ts';

const eventTypes = [...new Set(Object.values(auditKinds).flat())];
const eventType = z.enum(eventTypes as [string, ...string[]]);
const position = (label: string) => {
  const error = `${label} must be a position of the log, such as 1200.`;
  return z.coerce.number({ error }).check(z.int({ error }), z.nonnegative({ error }));
};

/**
 * Query of GET /log: events after the position `after`, up to `to` or to the head at the time of the request. After a broken
 * connection, continue after the position of the last complete line. `type` may be repeated.
 */
export const logQuery = z.object({
  after: z._default(position('After'), 0),
  to: z.optional(position('To')),
  type: z.optional(
    z.union([eventType, z.array(eventType).check(z.maxLength(eventTypes.length))], {
      error: 'There is no such event type; docs/events.md lists all types.',
    }),
  ),
});

/**
 * A line of GET /log: a pseudonymous event. Personal and identifying fields are null. Ids are pseudonyms (keyed hashes), except those of
 * courses and announcements. A public act, such as a review, has no pseudonyms and no version.
 */
export const logLine = z.object({
  position: z.int(),
  /** The beginning of the hour, UTC. */
  recordedAt: z.iso.datetime(),
  stream: z.string(),
  version: z.nullable(z.int()),
  type: z.string(),
  /** The actor's role; `system` for automatic actions; null if the event has no actor. */
  role: z.nullable(z.string()),
  /** True for events of the demo school, which were written with a simulated clock. */
  seeded: z.boolean(),
  /** The pseudonym of the command, the same for all its events; null for a public act. */
  command: z.nullable(z.uuid()),
  data: z.record(z.string(), z.unknown()),
});
