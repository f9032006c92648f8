import { courseCodes } from '#contract/schemas/courses.ts';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';

/** The quiz that the address or the link's state names. */
export type QuizRequest = {
  /** The id of an enrolment or of its course. */
  enrolment: string | null;
  /** A course code, such as CSE. */
  code: string | null;
};

export type QuizTarget =
  /** Nothing was requested: the student chooses one of their started courses. */
  | { status: 'choose'; started: readonly EnrolledCourse[] }
  /** No department has this code. */
  | { status: 'no-questions'; code: string }
  /** The student has not started the course, or is not enrolled (then `enrolment` is null). */
  | { status: 'not-started'; code: string | null; enrolment: EnrolledCourse | null }
  | { status: 'ready'; enrolment: EnrolledCourse };

const readNonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Parses `?enrolment=…&course=…`; missing values are taken from the state of the link. */
export const parseQuizRequest = (search: URLSearchParams, state: unknown): QuizRequest => {
  const linkState = typeof state === 'object' && state !== null ? state : {};
  const readFromState = (name: string) => readNonEmptyText((linkState as Record<string, unknown>)[name]);
  return {
    enrolment:
      readNonEmptyText(search.get('enrolment'))?.toLowerCase() ??
      readFromState('enrolmentId')?.toLowerCase() ??
      null,
    code:
      readNonEmptyText(search.get('course'))?.toUpperCase() ?? readFromState('code')?.toUpperCase() ?? null,
  };
};

const findNewest = (enrolments: readonly EnrolledCourse[]): EnrolledCourse | undefined =>
  enrolments.reduce<EnrolledCourse | undefined>(
    (latest, enrolment) =>
      latest && Date.parse(latest.enrolledAt) >= Date.parse(enrolment.enrolledAt) ? latest : enrolment,
    undefined,
  );

/** Selects the newest started enrolment in a course of this code, as the server does. */
const resolveByCode = (enrolments: readonly EnrolledCourse[], code: string): QuizTarget => {
  if (!(courseCodes as readonly string[]).includes(code)) return { status: 'no-questions', code };
  const withCode = enrolments.filter(({ course_code }) => course_code === code);
  const started = findNewest(withCode.filter((enrolment) => enrolment.started));
  return started
    ? { status: 'ready', enrolment: started }
    : { status: 'not-started', code, enrolment: findNewest(withCode) ?? null };
};

export const resolveQuizTarget = (
  enrolments: readonly EnrolledCourse[],
  request: QuizRequest,
): QuizTarget => {
  const enrolment = enrolments.find(
    ({ _id, courseId }) => _id === request.enrolment || courseId === request.enrolment,
  );
  if (enrolment?.started) return { status: 'ready', enrolment };
  if (enrolment) return { status: 'not-started', code: enrolment.course_code, enrolment };
  if (request.code !== null) return resolveByCode(enrolments, request.code);
  if (request.enrolment !== null) return { status: 'not-started', code: null, enrolment: null };
  return { status: 'choose', started: enrolments.filter(({ started }) => started) };
};
