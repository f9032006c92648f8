import { z } from 'zod';
import { courseIdInBody } from './course-id.ts';
import { courseCode } from './courses.ts';
import { pageLimit } from './paging.ts';
import { optionalText, tolerantNumber } from './text.ts';

export const quizKinds = ['mcq', 'written'] as const;
export type QuizKind = (typeof quizKinds)[number];
export const quizKind = z.enum(quizKinds, { error: `Kind must be one of ${quizKinds.join(', ')}.` });

export const questionsOfAQuiz = 5;
export const quizSeconds = 60;
/** A submission on its way when the time runs out still counts for so long. */
export const quizGraceSeconds = 3;
/** The most marks for one written answer. */
export const marksOfAQuestion = 10;
/** The most characters of a written answer. */
export const answerLength = 5_000;
/** The most characters of a remark on the marks. */
export const remarkLength = 2_000;

/**
 * Body of POST /quizzes. With `enrolmentId` (the enrolment's `_id` or the course's) the quiz is that course's; by code
 * alone it belongs to the newest started enrolment in a course of that code.
 */
export const newQuiz = z.object({
  code: courseCode,
  kind: quizKind,
  enrolmentId: courseIdInBody.optional(),
});

const questionId = z.string().max(40);
/** By question id: the index (from 0) of the chosen option, or the text of a written answer. What is left out is open. */
const answersById = <V extends z.ZodType>(answer: V) =>
  z
    .record(questionId, answer, { error: 'Answers must be given by question id.' })
    .refine((answers) => Object.keys(answers).length <= 50, {
      error: 'These are more answers than questions.',
    });

/** Body of POST /quizzes/{id}/answers. Answers to what was not asked are refused; null and '' are open. */
export const quizSubmission = z.object({
  answers: answersById(
    z.union([z.number().int().min(0).max(20), optionalText('Answer', answerLength), z.null()], {
      error: 'An answer is the index of an option, or text.',
    }),
  ).default({}),
});

/** Body of PATCH /quizzes/{id}/marks: marks by question id; what was left open needs none. */
export const quizMarks = z.object({
  marks: answersById(
    tolerantNumber('A mark', { min: 0, max: marksOfAQuestion }).refine((mark) => Number.isInteger(mark * 2), {
      error: 'Marks are whole or half.',
    }),
  ),
  remark: optionalText('Remark', remarkLength).default(''),
});

/** A question of an attempt. What helps to answer it (`right`, `why`, `points`) is null until the attempt has ended. */
export const quizQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** Four options in the order in which answers count them; null for a written question. */
  options: z.array(z.string()).nullable(),
  /** What was answered: an option's index, a text, or null for nothing (and while the quiz runs). */
  answer: z.union([z.number().int(), z.string()]).nullable(),
  /** The right option's index; null for a written question. */
  right: z.number().int().nullable(),
  /** Why it is the right one; null for a written question. */
  why: z.string().nullable(),
  /** What a good written answer says; null for a multiple-choice question. */
  points: z.array(z.string()).nullable(),
  /** Of a written answer once it is marked: 0 to 10. */
  mark: z.number().nullable(),
});
export type QuizQuestion = z.infer<typeof quizQuestion>;

/** An attempt at a quiz, as GET /quizzes and the live messages show it. */
export const quizAttempt = z.object({
  _id: z.uuid(),
  enrolmentId: z.uuid(),
  catalogueId: z.uuid(),
  courseName: z.string(),
  code: courseCode,
  kind: quizKind,
  /** An attempt whose time is over and that nobody submitted is finished too, without answers. */
  status: z.enum(['running', 'finished']),
  startedAt: z.iso.datetime(),
  deadline: z.iso.datetime(),
  /** Nothing came in time: no answer counts. */
  late: z.boolean(),
  /** The right answers of a multiple-choice quiz, the sum of the marks of a written one; null until there is one. */
  score: z.number().nullable(),
  /** What `score` could be at most: 5, or 50 marks. */
  outOf: z.number().int(),
  /** Whether a written quiz has been marked, and what was said with it. */
  marked: z.boolean(),
  remark: z.string().nullable(),
  questions: z.array(quizQuestion),
});
export type QuizAttempt = z.infer<typeof quizAttempt>;

/** An attempt beside the server's clock, from which a client knows how much of the time is left, whatever its own clock says. */
export const timedQuizAttempt = quizAttempt.extend({ serverNow: z.iso.datetime() });
export type TimedQuizAttempt = z.infer<typeof timedQuizAttempt>;

/** A written quiz as those see it who may mark it. */
export const submittedQuiz = quizAttempt.extend({ userName: z.string() });
export type SubmittedQuiz = z.infer<typeof submittedQuiz>;

const cursor = z
  .string({ error: 'The cursor must be given once.' })
  .regex(/^\d{1,15}$/, { error: 'The cursor is not one of this list.' })
  .optional();

/** Pages of GET /quizzes and GET /quizzes/marking: the header `Next-Cursor` is there when there is more. */
export const quizPage = { cursor, limit: pageLimit(100).default(50) };
/** Which of GET /quizzes/marking: those that wait for marks (the first that came first), or the marked (the last first). */
export const markingState = z
  .enum(['waiting', 'marked'], { error: 'State must be waiting or marked.' })
  .default('waiting');
