import { courseCodes } from '#contract/schemas/courses.ts';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';

/** The quiz that the address or the link's state requests: an enrolment (its id or its course's), or only a code. */
export type QuizRequest = { enrolment: string | null; code: string | null };

export type QuizTarget =
  /** Nothing was requested: the student chooses one of their started courses. */
  | { is: 'choose'; started: readonly EnrolledCourse[] }
  /** The code of no department. */
  | { is: 'no-questions'; code: string }
  /** The student has not started the course, or is not enrolled (null). */
  | { is: 'not-started'; code: string | null; enrolment: EnrolledCourse | null }
  | { is: 'ready'; enrolment: EnrolledCourse };

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Parses `?enrolment=…&course=…`; missing values are taken from the state of the link. */
export const parseQuizRequest = (search: URLSearchParams, state: unknown): QuizRequest => {
  const carried = typeof state === 'object' && state !== null ? state : {};
  const from = (name: string) => textOr((carried as Record<string, unknown>)[name]);
  return {
    enrolment: textOr(search.get('enrolment'))?.toLowerCase() ?? from('enrolmentId')?.toLowerCase() ?? null,
    code: textOr(search.get('course'))?.toUpperCase() ?? from('code')?.toUpperCase() ?? null,
  };
};

const newest = (enrolments: readonly EnrolledCourse[]): EnrolledCourse | undefined =>
  enrolments.reduce<EnrolledCourse | undefined>(
    (best, one) => (best && Date.parse(best.enrolledAt) >= Date.parse(one.enrolledAt) ? best : one),
    undefined,
  );

/** Selects the newest started enrolment in a course of this code, as the server does. */
const resolveByCode = (enrolments: readonly EnrolledCourse[], code: string): QuizTarget => {
  if (!(courseCodes as readonly string[]).includes(code)) return { is: 'no-questions', code };
  const ofCode = enrolments.filter(({ course_code }) => course_code === code);
  const started = newest(ofCode.filter((one) => one.started));
  return started
    ? { is: 'ready', enrolment: started }
    : { is: 'not-started', code, enrolment: newest(ofCode) ?? null };
};

/** Returns the course whose quizzes the page shows. */
export const resolveQuizTarget = (enrolments: readonly EnrolledCourse[], asked: QuizRequest): QuizTarget => {
  const enrolment = enrolments.find(
    ({ _id, courseId }) => _id === asked.enrolment || courseId === asked.enrolment,
  );
  if (enrolment?.started) return { is: 'ready', enrolment };
  if (enrolment) return { is: 'not-started', code: enrolment.course_code, enrolment };
  if (asked.code !== null) return resolveByCode(enrolments, asked.code);
  if (asked.enrolment !== null) return { is: 'not-started', code: null, enrolment: null };
  return { is: 'choose', started: enrolments.filter(({ started }) => started) };
};
