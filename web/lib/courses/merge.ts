import type { Course } from '#events/contract/courses.ts';
import type { LiveMessage } from '#events/contract/live.ts';

export type CourseMessage = Extract<LiveMessage, { kind: `course-${string}` }>;

export const isCourseMessage = (message: LiveMessage): message is CourseMessage =>
  message.kind.startsWith('course-');

/** Letters as the search compares them. */
const folded = (text: string) => text.normalize('NFC').toLowerCase();

/** Whether a course belongs among the real matches of a search; '' matches all. */
const matches = (course: Course, search: string) => folded(course.course_name).includes(folded(search));

/** The list's order: by name, then by id, as the server's. */
const inOrder = (a: Course, b: Course) =>
  folded(a.course_name).localeCompare(folded(b.course_name), 'en') || (a._id < b._id ? -1 : 1);

/** Puts a course where the order wants it, without moving the others against each other. */
const insert = (list: readonly Course[], course: Course): Course[] => {
  const at = list.findIndex((other) => inOrder(course, other) < 0);
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
  message: CourseMessage,
  search: string,
): readonly Course[] => {
  const { data } = message;
  const known = list.find((course) => course._id === data._id);
  if (message.kind === 'course-removed')
    return known ? list.filter((course) => course._id !== data._id) : list;
  if (known === undefined) return matches(message.data, search) ? insert(list, message.data) : list;
  if (isOlder(message.data, known)) return list;
  return list.map((course) => (course === known ? message.data : course));
};

/** A cached course after one live message about it. A removed one stays readable; a banner says that it is gone. */
export const mergeIntoOne = (known: Course, message: CourseMessage): Course => {
  if (message.data._id !== known._id || message.kind === 'course-removed') return known;
  return isOlder(message.data, known) ? known : message.data;
};
