import { z } from 'zod';

/**
 * What a client copies of a course into a record of its own. It is taken and ignored: events hold ids, and answers show
 * the course as it is. @param label what a person calls the field; it begins the error's sentence.
 */
export const copiedText = (label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .max(20_000, { error: `${label} may have at most 20,000 characters.` })
    .nullish();

/** As {@link copiedText}, of what may be a number: a course's difficulty is free text, and some send `7`. */
export const copiedTextOrNumber = (label: string) =>
  z.union([copiedText(label), z.number()], { error: `${label} must be text or a number.` });

/** Whose record a body says it is. The sign-in decides that; who names another is refused by the command. */
export const claimedEmail = z
  .string({ error: 'The e-mail must be text.' })
  .max(320, { error: 'The e-mail may have at most 320 characters.' })
  .nullish();
