import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { pageLimit } from '../fields/paging.ts';
import { possiblyEmptyText, shownLine, tolerantNumber } from '../fields/text.ts';
import { courseCode } from './courses.ts';

export const quizKinds = ['mcq', 'written'] as const;
export type QuizKind = (typeof quizKinds)[number];
export const quizKind = z.enum(quizKinds, { error: `Kind must be one of ${quizKinds.join(', ')}.` });

export const questionsPerQuiz = 5;
export const quizSeconds = 60;
/** Answers that arrive at most this long after the deadline still count, because they may have been in transit. */
export const quizGraceSeconds = 3;
/** The maximum marks for one written answer. */
export const maxMarksPerQuestion = 10;
/** The maximum length of a written answer, in UTF-16 code units. */
export const maxAnswerLength = 5_000;
/** The maximum length of the remark on the marks, in UTF-16 code units. */
export const maxRemarkLength = 2_000;

/**
 * Body of POST /quizzes. `enrolmentId` (the enrolment's `_id` or the course's) selects the course; without it, the quiz belongs
 * to the newest started enrolment in a course with this code.
 */
export const newQuiz = z.object({
  code: courseCode,
  kind: quizKind,
  enrolmentId: z.optional(courseIdField),
});

const questionId = z.string().check(z.maxLength(40));
/** More question ids than any quiz has. A body with more is refused before its ids are compared with those of the attempt. */
const maxQuestionIds = 50;

/**
 * Creates the schema of values by question id.
 * @param label the noun with which the error messages begin, for example `Answers`.
 */
const byQuestionId = <V extends z.ZodMiniType>(label: string, value: V) =>
  z.record(questionId, value, { error: `${label} must be given by question id.` }).check(
    z.refine((values) => Object.keys(values).length <= maxQuestionIds, {
      error: `There are more ${label.toLowerCase()} than questions.`,
    }),
  );

const answerSentence = 'An answer is the index of an option, or text.';

/** The text of a written answer; '' means unanswered. */
export const writtenAnswer = possiblyEmptyText('Answer', maxAnswerLength);

/**
 * Body of POST /quizzes/{id}/answers: by question id, the index (from 0) of the chosen option or the text of a written answer.
 * Answers to other questions are refused. Missing answers, null and '' mean unanswered.
 */
export const quizSubmission = z.object({
  answers: z._default(
    byQuestionId(
      'Answers',
      z.union(
        [
          z.int().check(z.gte(0, { error: answerSentence }), z.lte(20, { error: answerSentence })),
          writtenAnswer,
          z.null(),
        ],
        { error: answerSentence },
      ),
    ),
    {},
  ),
});

/** The remark on a marked quiz, which may be empty. */
export const quizRemark = possiblyEmptyText('Remark', maxRemarkLength);

/** Body of PATCH /quizzes/{id}/marks: marks by question id; unanswered questions need none. */
export const quizMarks = z.object({
  marks: byQuestionId(
    'Marks',
    tolerantNumber('A mark', { min: 0, max: maxMarksPerQuestion }).check(
      z.refine((mark) => Number.isInteger(mark * 2), {
        error: 'Marks are whole or half.',
      }),
    ),
  ),
  remark: z._default(quizRemark, ''),
});

/**
 * A question of an attempt. The solution (`right`, `why`, `points`) is null until the attempt has ended. The student gets
 * `points` only when the quiz is marked.
 */
const quizQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** The four options, which answers refer to by index; null for a written question, and for one that is no longer in its bank. */
  options: z.nullable(z.array(z.string())),
  /** The answer: an option's index, or text; null if unanswered, or while the quiz is running. */
  answer: z.nullable(z.union([z.int(), z.string()])),
  /** The index of the correct option; null for a written question. */
  right: z.nullable(z.int()),
  /** Why this option is correct; null for a written question. */
  why: z.nullable(z.string()),
  /** The points of a model answer; null for a multiple-choice question, and for the student until the quiz is marked. */
  points: z.nullable(z.array(z.string())),
  /** The marks of a written answer, 0 to 10; null until it is marked. */
  mark: z.nullable(z.number()),
});
export type QuizQuestion = z.infer<typeof quizQuestion>;

/** A quiz attempt as GET /quizzes and live updates show it. */
export const quizAttempt = z.object({
  _id: z.uuid(),
  enrolmentId: z.uuid(),
  catalogueId: z.uuid(),
  courseName: shownLine(),
  code: courseCode,
  kind: quizKind,
  /** An attempt that was not submitted is finished, without answers, some seconds after its deadline. */
  status: z.enum(['running', 'finished']),
  startedAt: z.iso.datetime(),
  deadline: z.iso.datetime(),
  /** True if the attempt has ended and nothing was submitted in time, so that no answer counts. */
  late: z.boolean(),
  /** The number of correct answers, or the sum of marks of a written quiz; null until it is known. */
  score: z.nullable(z.number()),
  /** The maximum `score`: 5 answers, or 50 marks. */
  outOf: z.int(),
  /** Whether a written quiz was marked, and the remark. */
  marked: z.boolean(),
  remark: z.nullable(z.string()),
  questions: z.array(quizQuestion),
});
export type QuizAttempt = z.infer<typeof quizAttempt>;

/**
 * An attempt with the server's time, from which a client computes the time left even if its own clock is wrong. `userName`: the
 * student's name, for readers other than the student.
 */
export const timedQuizAttempt = z.extend(quizAttempt, {
  serverNow: z.iso.datetime(),
  userName: z.optional(shownLine()),
});
export type TimedQuizAttempt = z.infer<typeof timedQuizAttempt>;

/** A written quiz as its markers see it. `answered`: the number of answers, if `questions` were left out. */
export const submittedQuiz = z.extend(quizAttempt, {
  userName: shownLine(),
  answered: z.optional(z.int().check(z.nonnegative())),
});
export type SubmittedQuiz = z.infer<typeof submittedQuiz>;

const cursor = z.optional(
  z
    .string({ error: 'The cursor must be given once.' })
    .check(z.regex(/^\d{1,15}$/, { error: 'The cursor does not belong to this list.' })),
);

/** Paging of GET /quizzes and GET /quizzes/marking. The header `Next-Cursor` is present if there is more. */
export const quizPage = { cursor, limit: z._default(pageLimit(100), 50) };
/** Parameter of GET /quizzes/marking: each quiz has `answered` and no questions, for lists that do not show them. */
export const withoutQuestions = z.optional(
  z.literal('true', { error: 'withoutQuestions must be true, or left out.' }),
);
/** Filter of GET /quizzes/marking: quizzes that await marks (oldest first), or marked ones (newest first). */
export const markingState = z._default(
  z.enum(['waiting', 'marked'], { error: 'State must be waiting or marked.' }),
  'waiting',
);
