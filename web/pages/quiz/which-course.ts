import { courseCodes } from '#contract/courses.ts';
import type { EnrolledCourse } from '#contract/enrolments.ts';

/** What the address or the navigation's state asks for: the enrolment (its id or its course's), or the code alone. */
export type Asked = { enrolment: string | null; code: string | null };

export type WhichCourse =
  /** Nothing was asked for: the student chooses among what they have started. */
  | { is: 'choose'; started: readonly EnrolledCourse[] }
  /** A code that no department has. */
  | { is: 'no-questions'; code: string }
  /** The course was not started, or not even joined (null). */
  | { is: 'not-started'; code: string | null; enrolment: EnrolledCourse | null }
  | { is: 'ready'; enrolment: EnrolledCourse };

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** `?enrolment=…&course=…`; what is not in the address is taken from the state that a link of the client carries. */
export const askedFor = (search: URLSearchParams, state: unknown): Asked => {
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

/** By code alone a quiz belongs to the newest started enrolment in a course of that code, as on the server. */
const byCode = (enrolments: readonly EnrolledCourse[], code: string): WhichCourse => {
  if (!(courseCodes as readonly string[]).includes(code)) return { is: 'no-questions', code };
  const ofCode = enrolments.filter(({ course_code }) => course_code === code);
  const started = newest(ofCode.filter((one) => one.started));
  return started
    ? { is: 'ready', enrolment: started }
    : { is: 'not-started', code, enrolment: newest(ofCode) ?? null };
};

/** Whose quiz the page shows. */
export const whichCourse = (enrolments: readonly EnrolledCourse[], asked: Asked): WhichCourse => {
  const enrolment = enrolments.find(
    ({ _id, courseId }) => _id === asked.enrolment || courseId === asked.enrolment,
  );
  if (enrolment?.started) return { is: 'ready', enrolment };
  if (enrolment) return { is: 'not-started', code: enrolment.course_code, enrolment };
  if (asked.code !== null) return byCode(enrolments, asked.code);
  if (asked.enrolment !== null) return { is: 'not-started', code: null, enrolment: null };
  return { is: 'choose', started: enrolments.filter(({ started }) => started) };
};
