import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/schemas/command-results.ts';
import { course, courseEdit, courseFields } from '#contract/schemas/courses.ts';
import { user, userProfile, userRegistration, userRole } from '#contract/schemas/users.ts';

export type JsonSchema = { [key: string]: unknown };

/** Schemas that the OpenAPI document defines by name. All others are written out where they are used. */
const schemaNames = new Map<z.core.$ZodType, string>([
  [course, 'Course'],
  [courseFields, 'CourseFields'],
  [courseEdit, 'CourseEdit'],
  [user, 'User'],
  [userRegistration, 'UserRegistration'],
  [userProfile, 'UserProfile'],
  [userRole, 'UserRole'],
  [insertAnswer, 'InsertAnswer'],
  [updateAnswer, 'UpdateAnswer'],
  [deleteAnswer, 'DeleteAnswer'],
  [problem, 'Problem'],
]);

/** The named schemas that describe request bodies. */
const requestSchemas = new Set(['CourseFields', 'CourseEdit', 'UserRegistration', 'UserProfile', 'UserRole']);

/** Converts a schema to JSON Schema. A named schema becomes a reference. */
export const toJsonSchema = (schema: z.core.$ZodType, usage: 'request' | 'answer'): JsonSchema => {
  const name = schemaNames.get(schema);
  if (name !== undefined) return referenceTo(name);
  return usage === 'request' ? convertRequest(schema) : convert(schema, 'output');
};

/** Returns the definitions of all named schemas. */
export const namedSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...schemaNames].map(([schema, name]) => [
      name,
      requestSchemas.has(name) ? convertRequest(schema) : convert(schema, 'output'),
    ]),
  );

const referenceTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** @param io with 'input', fields that have a default are not required; with 'output' they are. */
const convert = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema, ...converted } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    // Replaces nested named schemas with references.
    override: ({ zodSchema, jsonSchema }) => {
      const inner = zodSchema as unknown as z.core.$ZodType;
      const name = inner === schema ? undefined : schemaNames.get(inner);
      if (name === undefined) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      Object.assign(jsonSchema, referenceTo(name));
    },
  });
  return converted as JsonSchema;
};

/**
 * Converts the schema of a request. Limits apply after transformations like trimming, so the fields are those of the
 * output. Which fields are required depends on the input. Unknown fields are accepted and ignored, so `additionalProperties` is omitted.
 */
const convertRequest = (schema: z.core.$ZodType): JsonSchema => {
  const { additionalProperties, ...converted } = convert(schema, 'output');
  return { ...converted, required: convert(schema, 'input').required ?? [] };
};
