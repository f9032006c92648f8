import { z } from 'zod/mini';

/** An action of the user that the outbox stores. It is stored in IndexedDB, so the field names are fixed. */
export const pendingAction = z.object({
  /** The place in the queue, assigned by the store. Actions are sent in this order, silent ones last. */
  order: z.int(),
  /** The identity provider's id of the user. */
  uid: z.string(),
  /**
   * The idempotency key. Every attempt sends the same key, so that the server executes the command once. An action is set aside with a
   * new key if the server has answered that there was nothing to do.
   */
  key: z.uuid(),
  /** The name of an {@link ActionKind}, which handles the answer. */
  kind: z.string(),
  /** The id of the record that the action is about, for example a course or an enrolment. */
  about: z.string(),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  body: z.optional(z.json()),
  /** Describes the action to the user: 'Bookmark Plain English'. */
  words: z.string(),
  /** The id of the tab in which the user acted. */
  tab: z.string(),
  /** Milliseconds since 1970, by the clock of this device. */
  madeAt: z.number(),
  /**
   * How many attempts to send it have failed since it was put into the queue. An attempt whose tab was closed before the answer
   * arrived does not count.
   */
  tries: z.int(),
  /** How many of these attempts ended in a server error, as `classifyFailure` decides. */
  failures: z.int(),
  /** The action is not retried automatically before this time, in milliseconds since 1970. */
  notBefore: z.number(),
  /** The reason why the action was set aside; null if it is in the queue. An action that is set aside is sent again only on the user's request. */
  problem: z.nullable(z.string()),
});
export type PendingAction = z.infer<typeof pendingAction>;

/** The part of an action that the caller provides. */
export type NewAction = Pick<PendingAction, 'about' | 'method' | 'path' | 'words'> & {
  body?: z.infer<ReturnType<typeof z.json>>;
};
