import type { CourseCode } from '#contract/schemas/courses.ts';
import type { QuizKind } from '#contract/schemas/quizzes.ts';
import { quizStream } from '#events/catalogue/streams/quiz.ts';
import type { CommandExecutor } from '#events/log/command-executor.ts';
import type { LogReader } from '#events/log/log.ts';
import { quizIdOf } from '#platform/identity/record-ids.ts';
import { problemError } from '#platform/problems.ts';
import type { FindStartedEnrolment } from '../../read-table-lookups/find-started-enrolment.ts';
import { resolveEnrolment } from '../enrolments/resolve-enrolment.ts';
import { findLastNumber, highestNumber } from './find-last-number.ts';

export type StartDependencies = {
  reader: Pick<LogReader, 'readStreams'>;
  findStartedEnrolment: FindStartedEnrolment;
};

/** How many attempts of one kind an enrolment can have: as many as {@link findLastNumber} can count. */
const maxAttempts = highestNumber;

type ResolvedStart = {
  enrolmentId: string;
  courseId: string;
  /** The id of the latest attempt; null before the first. */
  latestId: string | null;
  nextId: string;
};

/**
 * Resolves which attempt a request to start a quiz means. Attempts of one kind in one enrolment are numbered, and their ids are derived
 * from the number. So the latest one can be found in the log without a read table. Two simultaneous requests resolve to the same next
 * attempt and write the same stream, where the second one finds the attempt of the first.
 * @throws `course-not-started` if the code belongs to no started course; `unavailable` if the read tables are behind and contain none;
 * `conflict` at the maximum number of attempts.
 */
export const resolveStart = async (
  { reader, findStartedEnrolment }: StartDependencies,
  executor: Pick<CommandExecutor, 'find'>,
  request: { userId: string; enrolmentId: string | undefined; code: CourseCode; kind: QuizKind },
): Promise<ResolvedStart> => {
  const { userId, enrolmentId: id, code, kind } = request;
  const enrolment =
    id === undefined
      ? await findStartedEnrolment({ userId, code })
      : await resolveEnrolment(executor, { userId, id });
  if (enrolment === null) throw problemError('course-not-started', 'Please start the course first.');
  const { enrolmentId, courseId } = enrolment;
  const idOf = (number: number) => quizIdOf(enrolmentId, kind, number);
  const latest = await findLastNumber(async (numbers) => {
    const streams = numbers.map((number) => ({ stream: quizStream(idOf(number)), afterVersion: 0 }));
    return (await reader.readStreams(streams)).map((events) => events.length > 0);
  });
  if (latest >= maxAttempts)
    throw problemError('conflict', 'You have reached the maximum number of attempts at this quiz.');
  return {
    enrolmentId,
    courseId,
    latestId: latest === 0 ? null : idOf(latest),
    nextId: idOf(latest + 1),
  };
};
