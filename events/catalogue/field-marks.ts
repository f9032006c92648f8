import type { z } from 'zod';

/** The schemas that hold personal data: stored encrypted under their person's key, null once that key is destroyed. */
const personalSchemas = new WeakSet<z.core.$ZodType>();

/**
 * Marks a field of an event as personal data. When an event is read the value is null if its person was
 * removed meanwhile (the key is gone); when one is written it must be there.
 */
export const personal = <S extends z.ZodType>(schema: S): z.ZodNullable<S> => {
  const marked = schema.nullable();
  personalSchemas.add(marked);
  return marked;
};

/** Names of the fields of an event's data that are marked as personal. */
export const personalFieldsOf = (schema: z.ZodObject): string[] =>
  Object.entries(schema.shape)
    .filter(([, field]) => personalSchemas.has(field))
    .map(([name]) => name);
