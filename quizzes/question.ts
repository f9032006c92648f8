import { z } from 'zod/mini';
import type { CourseCode } from '#contract/schemas/courses.ts';

/**
 * A multiple-choice question. Attempts are stored with its id, so the id is permanent: the wording may be improved, but a question
 * with a different correct answer, or with reordered options, needs a new id.
 */
const choiceQuestion = z.strictObject({
  /** For example `cse-c1`. */
  id: z.string(),
  question: z.string(),
  options: z.tuple([z.string(), z.string(), z.string(), z.string()]),
  /** The index of the correct option. */
  answer: z.literal([0, 1, 2, 3]),
  /** The explanation that students see afterwards: one or two sentences. */
  why: z.string(),
});
export type ChoiceQuestion = z.infer<typeof choiceQuestion>;

/** A written question. Its id is also permanent. */
const writtenQuestion = z.strictObject({
  /** For example `cse-w1`. */
  id: z.string(),
  question: z.string(),
  /** The points of the model answer. They guide the marking, and students see them with the marks. */
  points: z.array(z.string()),
});
export type WrittenQuestion = z.infer<typeof writtenQuestion>;

/** The content of a file in `question-banks/`: five questions of each kind. */
export const bankFile = z.strictObject({
  choice: z.array(choiceQuestion),
  written: z.array(writtenQuestion),
});

/** The questions of one department. */
export type QuestionBank = z.infer<typeof bankFile> & { code: CourseCode };
