import type { CourseCode } from '#contract/schemas/courses.ts';

/**
 * A multiple-choice question. Attempts are stored with its id, so the id is permanent: the wording may be improved, but a
 * question with another correct answer, or with reordered options, needs a new id.
 */
export type ChoiceQuestion = {
  /** `cse-c1` */
  id: string;
  question: string;
  options: readonly [string, string, string, string];
  /** The index of the correct option. */
  answer: 0 | 1 | 2 | 3;
  /** The explanation that students see afterwards: one or two sentences. */
  why: string;
};

/** A written question. Its id is permanent, too. */
export type WrittenQuestion = {
  /** `cse-w1` */
  id: string;
  question: string;
  /** The points that a good answer contains. They guide the marking, and students see them afterwards. */
  points: readonly string[];
};

/** The questions of one department, five of each kind. */
export type QuestionBank = {
  code: CourseCode;
  choice: readonly ChoiceQuestion[];
  written: readonly WrittenQuestion[];
};
