import { z } from 'zod';
import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/answers.ts';
import { course, courseFields } from '#contract/courses.ts';
import { problem } from '#contract/problem.ts';
import { user, userProfile, userRegistration, userRole } from '#contract/users.ts';

export type JsonSchema = { [key: string]: unknown };

/** Schemas that have a name in the description; everything else is written out where it is used. */
const named = new Map<z.ZodType, string>([
  [course, 'Course'],
  [courseFields, 'CourseFields'],
  [user, 'User'],
  [userRegistration, 'UserRegistration'],
  [userProfile, 'UserProfile'],
  [userRole, 'UserRole'],
  [insertAnswer, 'InsertAnswer'],
  [updateAnswer, 'UpdateAnswer'],
  [deleteAnswer, 'DeleteAnswer'],
  [problem, 'Problem'],
]);

const referTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** @param io what is asked of an optional or defaulted field: nothing of who sends it, all of who answers it. */
const write = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema, ...written } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    // What has a name is referred to by it, wherever it stands.
    override: ({ zodSchema, jsonSchema }) => {
      const inner = zodSchema as unknown as z.ZodType;
      const name = inner === schema ? undefined : named.get(inner);
      if (name === undefined) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      Object.assign(jsonSchema, referTo(name));
    },
  });
  return written as JsonSchema;
};

/**
 * What is sent. Limits stand behind the transformations (trimming, lower case), so the fields are described as they
 * come out of them; which of them are required is a matter of what goes in.
 */
const writeSent = (schema: z.ZodType): JsonSchema => {
  const { additionalProperties, ...written } = write(schema, 'output');
  return { ...written, required: write(schema, 'input').required ?? [] };
};

/** A schema as JSON Schema: what is sent, or what is answered. */
export const schemaOf = (schema: z.ZodType, as: 'sent' | 'answered'): JsonSchema => {
  const name = named.get(schema);
  if (name !== undefined) return referTo(name);
  return as === 'sent' ? writeSent(schema) : write(schema, 'output');
};

const sent = new Set(['CourseFields', 'UserRegistration', 'UserProfile', 'UserRole']);

/** The named schemas, each written out. */
export const namedSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...named].map(([schema, name]) => [name, sent.has(name) ? writeSent(schema) : write(schema, 'output')]),
  );
