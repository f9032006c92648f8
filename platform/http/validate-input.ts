import { z } from 'zod';
import { problemError } from '../problems.ts';

/** Limits of the list of errors: an input may contain thousands of invalid elements, or very long names of fields. */
const maxErrors = 20;
const maxPathLength = 200;

/** Zod's English sentences, for errors without a sentence in the schema. The contract uses `zod/mini`, which has no sentences. */
const { localeError: englishSentence } = z.locales.en();

/**
 * Validates a body, a query or path parameters.
 * @returns the schema's output, without unknown fields.
 * @throws `invalid-input` with the schema's errors, at most {@link maxErrors}.
 */
export const validateInput = <S extends z.core.$ZodType>(schema: S, input: unknown): z.infer<S> => {
  const result = z.safeParse(schema, input, { error: englishSentence });
  if (result.success) return result.data;
  const errors = result.error.issues.slice(0, maxErrors).map((issue) => ({
    path: issue.path.join('.').slice(0, maxPathLength),
    message:
      issue.path.length === 0 && issue.code === 'invalid_type'
        ? 'The body must be a JSON object.'
        : issue.message,
  }));
  throw problemError('invalid-input', errors[0]?.message ?? 'The input is not valid.', errors);
};
