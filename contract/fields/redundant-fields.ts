import { z } from 'zod/mini';

/**
 * A course field that a client copies into a new record. It is accepted and ignored, because events hold ids and answers show
 * the course as it is now.
 * @param label the field's name, with which the error sentence begins.
 */
export const ignoredText = (label: string) =>
  z.nullish(
    z
      .string({ error: `${label} must be text.` })
      .check(z.maxLength(20_000, { error: `${label} may have at most 20,000 characters.` })),
  );

/**
 * Like {@link ignoredText}, but also accepts a number: a course's difficulty is free text, and some clients send `7`.
 */
export const ignoredTextOrNumber = (label: string) =>
  z.union([ignoredText(label), z.number()], { error: `${label} must be text or a number.` });

/**
 * The e-mail that a body claims as the caller's own. The token decides who the caller is: a command with a different e-mail is
 * refused.
 */
export const claimedEmail = z.nullish(
  z
    .string({ error: 'The e-mail must be text.' })
    .check(z.maxLength(320, { error: 'The e-mail may have at most 320 characters.' })),
);
