/** Marks on the schemas of event fields: which fields are personal data, and which identify a person indirectly. */
import type { z } from 'zod';

const personalSchemas = new WeakSet<z.core.$ZodType>();
const identifyingSchemas = new WeakSet<z.core.$ZodType>();

/**
 * Marks a field as personal data, which is stored encrypted under the key of the event's subject. The field must not be null when
 * the event is written. It is read as null once the key is destroyed.
 */
export const personal = <S extends z.ZodType>(schema: S): z.ZodNullable<S> => {
  const marked = schema.nullable();
  personalSchemas.add(marked);
  return marked;
};

/**
 * Marks a field that is stored unencrypted although it can reveal who a person is, for example the number of a certificate, which
 * leads to its public page. The field outlives the person's key. Analysts do not get its value.
 */
export const identifying = <S extends z.ZodType>(schema: S): S => {
  identifyingSchemas.add(schema);
  return schema;
};

const listFields = (marked: WeakSet<z.core.$ZodType>, schema: z.ZodObject): string[] =>
  Object.entries(schema.shape)
    .filter(([, field]) => marked.has(field))
    .map(([name]) => name);

/** Returns the names of the fields that are marked as personal data. */
export const personalFieldsOf = (schema: z.ZodObject): string[] => listFields(personalSchemas, schema);

/** Returns the names of the fields that are marked as identifying. */
export const identifyingFieldsOf = (schema: z.ZodObject): string[] => listFields(identifyingSchemas, schema);
