import type { z } from 'zod';

/**
 * Converts stored data from one schema version to the next (`upcast` in `codec/codec.ts` calls it). Pure; must accept all data that
 * was ever written in the older version.
 */
type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/** The definition of one event type. */
export type EventDefinition<T extends string = string, S extends z.ZodObject = z.ZodObject> = {
  type: T;
  /** The current schema version, in which new events are written. */
  version: number;
  summary: string;
  /** The current shape of `data`. */
  schema: S;
  /** `upcasters[n]` converts from version n to version n + 1. */
  upcasters: Record<number, Upcaster>;
  /**
   * Whether the public can see the act. Some acts are shown beside the name of their person, for example a review. Others change or remove
   * a name or a masked address that is shown, for example the removal of a user. Analysts see such an event without pseudonyms, because its
   * course and time would connect a pseudonym with the name.
   */
  isPublicAct: boolean;
  /** Returns the person whose key encrypts the personal fields. */
  subject?(streamId: string, data: z.infer<S>): string;
};

/** Completes a definition with defaults: version 1, no upcasters, not a public act. */
export const defineEvent = <const T extends string, S extends z.ZodObject>(
  definition: Pick<EventDefinition<T, S>, 'type' | 'summary' | 'schema' | 'subject'> &
    Partial<EventDefinition<T, S>>,
): EventDefinition<T, S> => ({ version: 1, upcasters: {}, isPublicAct: false, ...definition });

/** The in-memory form of the event that a definition describes. */
export type EventOf<D> = D extends EventDefinition<infer T, infer S> ? { type: T; data: z.infer<S> } : never;
