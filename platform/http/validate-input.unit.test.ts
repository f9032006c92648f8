import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { timeZone } from '#contract/fields/time-zone.ts';
import { certificateInPath } from '#contract/schemas/certificates.ts';
import { validateInput } from './validate-input.ts';

const getErrorSentence = (schema: z.ZodMiniType, input: unknown): unknown => {
  try {
    return validateInput(schema, input);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

test('answers with an English sentence if the schema has none', () => {
  expect(getErrorSentence(certificateInPath, { number: '' })).toBe(
    'Too small: expected string to have >=1 characters',
  );
});

test('answers with the sentence of the schema if it has one', () => {
  expect(getErrorSentence(z.object({ timeZone }), { timeZone: 'Moon' })).toMatch(
    /^The time zone must be a name/,
  );
});
