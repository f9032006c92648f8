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

type Usage = 'request' | 'answer';

/** Converts a schema to JSON Schema. A named schema becomes a reference. */
export const toJsonSchema = (schema: z.core.$ZodType, usage: Usage): JsonSchema => {
  const name = schemaNames.get(schema);
  return name === undefined ? convert(schema, usage) : referenceTo(name);
};

/** Returns the definitions of all named schemas. */
export const namedSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...schemaNames].map(([schema, name]) => [
      name,
      convert(schema, requestSchemas.has(name) ? 'request' : 'answer'),
    ]),
  );

const referenceTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/**
 * Converts a schema. The limits of a request apply after transformations such as trimming, so the fields are described as they are
 * in the output, even for requests.
 */
const convert = (schema: z.core.$ZodType, usage: Usage): JsonSchema => {
  const { $schema, ...converted } = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      const inner = zodSchema as unknown as z.core.$ZodType;
      const name = inner === schema ? undefined : schemaNames.get(inner);
      if (name !== undefined) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
        Object.assign(jsonSchema, referenceTo(name));
      } else if (usage === 'request' && jsonSchema.properties) {
        // A field that has a default is not required in a request. Unknown fields are accepted and ignored.
        jsonSchema.required = z.toJSONSchema(inner, { io: 'input' }).required ?? [];
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return converted as JsonSchema;
};
