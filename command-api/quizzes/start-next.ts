import { quizStream } from '#events/catalogue/quiz.ts';
import { calls } from '#contract/calls.ts';
import type { LogReader } from '#events/log/log.ts';
import { quizIdOf } from '#platform/identity/ids.ts';
import { problemError, tryAgainLater } from '#platform/problems.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { courseOf } from '../courses/decide.ts';
import { enrolmentOf } from '../enrolments/enrolment.ts';
import type { EnrolmentRef } from '../enrolments/way-of.ts';
import type { FindEnrolment } from './find-enrolment.ts';
import { highestNumber, lastOf } from './last-of.ts';
import { quizOf } from './quiz.ts';
import { NewerAttempt, startQuiz } from './start.ts';
import { type StartInput, wayMeant } from './way-meant.ts';

/** Starts the attempt after the one with the number `latest`, or answers what runs. */
const startAfter = (latest: number, way: EnrolmentRef, now: Date): CommandCall =>
  permittedCommand(
    calls.startQuiz,
    ({ body: { kind } }) => ({
      enrolment: { ...enrolmentOf(way.enrolmentId), readOnly: true },
      course: { ...courseOf(way.courseId), readOnly: true },
      latest: { ...quizOf(quizIdOf(way.enrolmentId, kind, latest)), readOnly: true },
      next: quizOf(quizIdOf(way.enrolmentId, kind, latest + 1)),
    }),
    ({ actor, body: { kind } }, states) => {
      const attemptId = quizIdOf(way.enrolmentId, kind, latest + 1);
      const { events, answer } = startQuiz({ actor, attemptId, kind, now }, states);
      return { events: { next: events }, answer };
    },
  );

/** Who starts and ends attempts elsewhere as fast as they are looked for here is not waited for. */
const looks = 4;

export type StartServices = {
  reader: Pick<LogReader, 'readStreams'>;
  findEnrolment: FindEnrolment;
  clock: () => Date;
};

/**
 * POST /quizzes up to the attempt that was started or runs. Attempts have numbered ids, so the last one is found in the
 * log itself, and two who start at once write the same stream, where one of them finds the other's.
 */
export const startNext =
  ({ reader, findEnrolment, clock }: StartServices): CommandCall['run'] =>
  async (executor, given, act) => {
    const input = given as StartInput;
    const way = await wayMeant(executor, input, findEnrolment);
    const streamOf = (number: number) => quizStream(quizIdOf(way.enrolmentId, input.body.kind, number));
    for (let look = 0; look < looks; look += 1) {
      const latest = await lastOf(async (numbers) => {
        const streams = numbers.map((number) => ({ stream: streamOf(number), afterVersion: 0 }));
        return (await reader.readStreams(streams)).map((events) => events.length > 0);
      });
      if (latest >= highestNumber)
        throw problemError('conflict', 'You have taken this quiz as often as it can be taken.');
      try {
        return await startAfter(latest, way, clock()).run(executor, given, act);
      } catch (error) {
        if (!(error instanceof NewerAttempt)) throw error;
      }
    }
    throw tryAgainLater('unavailable', 'This quiz is being taken in several places. Try again.', 1);
  };

/** Who may call it, as the table of calls says. */
export const admitStart = startAfter(0, { enrolmentId: '', courseId: '' }, new Date(0)).admit;
