import type { z } from 'zod';
import { problemError } from './problems.ts';

/** More than this many errors help nobody, and an array of thousands of wrong elements would echo each. */
const mostErrors = 20;

/**
 * Parses a body, a query or path parameters.
 * @returns the schema's output; unknown fields are gone.
 * @throws `invalid-input` with the fields and sentences of the schema.
 */
export const validate = <S extends z.ZodType>(schema: S, input: unknown): z.infer<S> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const errors = result.error.issues.slice(0, mostErrors).map((issue) => ({
    path: issue.path.join('.').slice(0, 200),
    message:
      issue.path.length === 0 && issue.code === 'invalid_type'
        ? 'The body must be a JSON object.'
        : issue.message,
  }));
  throw problemError('invalid-input', errors[0]?.message ?? 'The input is not valid.', errors);
};
