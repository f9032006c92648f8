import { z } from 'zod';
import { courseCode } from '#contract/schemas/courses.ts';
import { quizKind } from '#contract/schemas/quizzes.ts';
import { defineEvent, type EventOf } from '../define-event.ts';
import { personal } from '../field-marks.ts';

/** Every event of an attempt says whose it is and in which course. */
const way = { userId: z.uuid(), courseId: z.uuid() };
const student = (_: string, data: { userId: string }) => data.userId;

/**
 * Stream `quiz-<id>`: one attempt at a quiz. The id is UUIDv5 of the enrolment, the kind and the attempt's number. An attempt
 * whose deadline has passed ends without an event: that it had one is all that there is to say.
 */
export const quizEvents = {
  QuizStarted: defineEvent({
    type: 'QuizStarted',
    summary: 'A student started a quiz; its questions were drawn and its deadline set.',
    schema: z.object({
      ...way,
      attemptId: z.uuid(),
      code: courseCode,
      kind: quizKind,
      questionIds: z.array(z.string()),
      deadline: z.iso.datetime(),
    }),
  }),
  QuizFinished: defineEvent({
    type: 'QuizFinished',
    version: 2,
    summary: 'A quiz was submitted: in time with its answers, or too late with none.',
    schema: z.object({
      ...way,
      attemptId: z.uuid(),
      /** By question id: the option's index of a multiple-choice question, or the text of a written one. */
      answers: personal(z.record(z.string(), z.union([z.number().int(), z.string()]))),
      /** Of a multiple-choice quiz; null for a written one, which is marked. */
      score: z.number().int().nullable(),
      /** The right answers or the marks that there could be. */
      outOf: z.number().int(),
      late: z.boolean(),
      /**
       * The ids of the questions that were answered rightly, so that it can be told which ones are hard also when the answers
       * cannot be read any more. Null for a written quiz, and for one that is older than this field.
       */
      right: z.array(z.string()).nullable(),
    }),
    upcasters: { 1: (data) => ({ ...data, right: null }) },
    subject: student,
  }),
  QuizMarked: defineEvent({
    type: 'QuizMarked',
    summary: 'An instructor or an admin marked a written quiz, or changed the marks.',
    schema: z.object({
      ...way,
      attemptId: z.uuid(),
      /** By question id, of what was answered: 0 to 10. */
      marks: z.record(z.string(), z.number().min(0).max(10)),
      remark: personal(z.string()),
    }),
    subject: student,
  }),
} as const;
export type QuizEvent = EventOf<(typeof quizEvents)[keyof typeof quizEvents]>;

export const quizStream = (id: string) => `quiz-${id}`;
