import type { Course, CourseCode } from '#contract/schemas/courses.ts';

/** `read.courses`: all courses, including removed ones. */
export type CoursesTable = {
  id: string;
  code: CourseCode;
  name: string;
  duration: string;
  difficulty: string;
  category: Course['category'];
  details: string;
  instructor: string;
  price: number;
  image_url: string;
  /** The teacher's user id. */
  instructor_id: string | null;
  /** The course's own five videos; null: the lesson clips of its course code. */
  videos: string[] | null;
  /** Whether the course was removed from the catalogue. The row stays for enrolled students, and so that the course can be restored. */
  withdrawn: boolean;
  /** The name folded by `foldText`; compare it with a folded search text. */
  search_name: string;
  added_at: Date;
  updated_at: Date;
  /** The position at which it was added: a total order for lists and cursors. */
  added_position: number;
  /** The position of the last event that changed this row. */
  position: number;
};

/** Returns a LIKE pattern for texts that contain `text`, with `%`, `_` and `\` escaped. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
