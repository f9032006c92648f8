import type { Course } from '#contract/courses.ts';
import type { LiveMessage } from '#contract/live.ts';

export type CourseMessage = Extract<LiveMessage, { kind: `course-${string}` }>;

export const isCourseMessage = (message: LiveMessage): message is CourseMessage =>
  message.kind.startsWith('course-');

/** Letters as the search compares them. */
const folded = (text: string) => text.normalize('NFC').toLowerCase();

/** Whether a course belongs among the real matches of a search; '' matches all. */
const matches = (course: Course, search: string) => folded(course.course_name).includes(folded(search));

/** Puts a course where the server lists it: real matches by the time they were added, then the near misses. */
const insert = (list: readonly Course[], course: Course, search: string): Course[] => {
  const comesLater = (other: Course) =>
    !matches(other, search) || Date.parse(other.addedAt) > Date.parse(course.addedAt);
  const at = list.findIndex(comesLater);
  return at === -1 ? [...list, course] : list.toSpliced(at, 0, course);
};

/** An older message must not overwrite what a later answer said; the log's times never run backwards. */
const isOlder = (message: Course, known: Course) =>
  Date.parse(message.updatedAt) < Date.parse(known.updatedAt);

/**
 * A cached list of courses after one live message; the same list when nothing differs. Near misses of a search are
 * the server's to judge: a course that is new and no real match waits for the next fetch.
 */
export const mergeIntoList = (
  list: readonly Course[],
  message: LiveMessage,
  search: string,
): readonly Course[] => {
  if (!isCourseMessage(message)) return list;
  const { data } = message;
  const known = list.find((course) => course._id === data._id);
  if (message.kind === 'course-removed')
    return known ? list.filter((course) => course._id !== data._id) : list;
  if (known === undefined) return matches(message.data, search) ? insert(list, message.data, search) : list;
  if (isOlder(message.data, known)) return list;
  return list.map((course) => (course === known ? message.data : course));
};

/** A cached course after one live message about it. A removed one stays readable; a banner says that it is gone. */
export const mergeIntoOne = (known: Course, message: LiveMessage): Course => {
  if (!isCourseMessage(message) || message.kind === 'course-removed') return known;
  if (message.data._id !== known._id) return known;
  return isOlder(message.data, known) ? known : message.data;
};
