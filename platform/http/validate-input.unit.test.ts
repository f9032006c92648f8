import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { timeZone } from '#contract/fields/time-zone.ts';
import { certificateInPath } from '#contract/schemas/certificates.ts';
import { logQuery } from '#contract/schemas/log.ts';
import { quizSubmission } from '#contract/schemas/quizzes.ts';
import { validateInput } from './validate-input.ts';

const getErrorSentence = (schema: z.ZodMiniType, input: unknown): unknown => {
  try {
    return validateInput(schema, input);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

test('answers with an English sentence if the schema has none', () => {
  const schema = z.object({ number: z.string().check(z.minLength(1)) });
  expect(getErrorSentence(schema, { number: '' })).toBe('Too small: expected string to have >=1 characters');
});

test.each([
  [z.object({ timeZone }), { timeZone: 'Moon' }, 'The time zone must be a name'],
  [certificateInPath, { number: 'A'.repeat(101) }, 'The certificate number may have at most 100 characters.'],
  [logQuery, { type: 'Enroled' }, 'There is no such event type'],
  [logQuery, { type: ['Enroled', 'Enroled'] }, 'There is no such event type'],
  [quizSubmission, { answers: { 'cse-1': 21 } }, 'An answer is the index of an option, or text.'],
])('answers with the sentence of the schema if it has one', (schema, input, sentence) => {
  expect(getErrorSentence(schema, input)).toContain(sentence);
});
