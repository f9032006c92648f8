import type { z } from 'zod';

const identifyingSchemas = new WeakSet<z.core.$ZodType>();

/**
 * Marks a field of an event that is no personal data by itself but leads to a person in public, as a certificate's number
 * does: what leaves the school under pseudonyms leaves it out. It is stored in clear and outlives the person's key.
 */
export const identifying = <S extends z.ZodType>(schema: S): S => {
  identifyingSchemas.add(schema);
  return schema;
};

/** Names of the fields of an event's data that are marked as identifying. */
export const identifyingFieldsOf = (schema: z.ZodObject): string[] =>
  Object.entries(schema.shape)
    .filter(([, field]) => identifyingSchemas.has(field))
    .map(([name]) => name);
