import { z } from 'zod';
import { courseCode } from '#contract/schemas/courses.ts';
import { quizKind } from '#contract/schemas/quizzes.ts';
import { defineEvent, type EventOf } from '../define-event.ts';
import { personal } from '../field-marks.ts';

const studentAndCourse = { userId: z.uuid(), courseId: z.uuid() };
const student = (_: string, data: { userId: string }) => data.userId;

/**
 * Stream `quiz-<id>`: one attempt at a quiz. The id is a UUIDv5 of the enrolment, the kind and the number of the attempt.
 * An attempt that is not submitted ends soon after its deadline without a further event.
 */
export const quizEvents = {
  QuizStarted: defineEvent({
    type: 'QuizStarted',
    summary: 'A student started a quiz; its questions and its deadline were fixed.',
    schema: z.object({
      ...studentAndCourse,
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
    summary: 'A quiz was submitted: in time with its answers, or too late without answers.',
    schema: z.object({
      ...studentAndCourse,
      attemptId: z.uuid(),
      /** By question id: the index of the chosen option (multiple choice) or the text (written). */
      answers: personal(z.record(z.string(), z.union([z.number().int(), z.string()]))),
      /** Number of right answers (multiple choice); null for a written quiz, which is marked later. */
      score: z.number().int().nullable(),
      /** The highest possible score or sum of marks. */
      outOf: z.number().int(),
      late: z.boolean(),
      /**
       * Ids of the questions that were answered correctly. They show which questions are hard even when the answers
       * can no longer be decrypted. Null for a written quiz and in version 1.
       */
      right: z.array(z.string()).nullable(),
    }),
    upcasters: { 1: (data) => ({ ...data, right: null }) },
    subject: student,
  }),
  QuizMarked: defineEvent({
    type: 'QuizMarked',
    summary: 'An Instructor or an Admin marked a written quiz, or changed its marks.',
    schema: z.object({
      ...studentAndCourse,
      attemptId: z.uuid(),
      /** From 0 to 10, by the id of the answered question. */
      marks: z.record(z.string(), z.number().min(0).max(10)),
      remark: personal(z.string()),
    }),
    subject: student,
  }),
};
export type QuizEvent = EventOf<(typeof quizEvents)[keyof typeof quizEvents]>;

export const quizStream = (id: string) => `quiz-${id}`;
