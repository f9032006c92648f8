import type { z } from 'zod';

/** Turns the stored data of one schema version into the next one's. Pure; must accept every datum ever written. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * One kind of event.
 * - `version`: the current schema version; what is written carries it.
 * - `schema`: the current shape of `data`.
 * - `upcasters[n]`: from version n to n + 1.
 * - `subject`: whose personal data the event holds (their key encrypts it), from the stream's id and the data.
 */
export type EventDefinition<T extends string = string, S extends z.ZodObject = z.ZodObject> = {
  type: T;
  version: number;
  summary: string;
  schema: S;
  upcasters: Record<number, Upcaster>;
  subject: ((streamId: string, data: z.infer<S>) => string) | null;
};

export const defineEvent = <const T extends string, S extends z.ZodObject>(
  definition: Pick<EventDefinition<T, S>, 'type' | 'summary' | 'schema'> & Partial<EventDefinition<T, S>>,
): EventDefinition<T, S> => ({ version: 1, upcasters: {}, subject: null, ...definition });

/** The event as deciders and projections see it, from its definition. */
export type EventOf<D> = D extends EventDefinition<infer T, infer S> ? { type: T; data: z.infer<S> } : never;
