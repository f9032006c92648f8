import { z } from 'zod';

/** An act of a person as it is kept until it is answered. */
export const waitingAct = z.object({
  /** Its place: acts are sent in the order in which they were done. Given by the store. */
  order: z.number().int(),
  /** Whose it is: the identity provider's id. */
  uid: z.string(),
  /** The idempotency key: the same for every try, so that the act is done once. */
  key: z.uuid(),
  /** What is done with its answer: see `kinds.ts`. */
  kind: z.string(),
  /** The id of what it concerns: a course, an enrolment, a note. */
  about: z.string(),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  body: z.json().optional(),
  /** What it does, for the person: 'Bookmark Plain English'. */
  words: z.string(),
  /** The tab in which it was done. */
  tab: z.string(),
  /** By this device's clock, in milliseconds since 1970. */
  madeAt: z.number(),
  /** How often it was tried and not answered. */
  tries: z.number().int(),
  /** How many of those tries the server broke over (500). */
  failures: z.number().int(),
  /** Not tried by itself before this time. */
  notBefore: z.number(),
  /** Why it was put aside: it goes out only when the person says so. Null: it is on its way. */
  problem: z.string().nullable(),
});
export type WaitingAct = z.infer<typeof waitingAct>;

/** What a page says of an act; the rest follows. */
export type NewAct = Pick<WaitingAct, 'about' | 'method' | 'path' | 'words'> & {
  body?: z.infer<ReturnType<typeof z.json>>;
};
