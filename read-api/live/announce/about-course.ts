import { streamId } from '#events/catalogue/stream-id.ts';
import { presentCourse } from '../../resources/courses/present.ts';
import type { Announcement, Delivery } from '../announcement.ts';
import type { Needs } from './announces.ts';
import type { Rows } from './rows.ts';

export const courseSubject = (id: string) => `course:${id}`;

/** A course is told about with its row. */
export const needsCourse = (event: { stream: string }): Needs => ({ courses: [streamId(event.stream)] });

/** The course as the catalogue shows it, to everybody: GET /courses/{id} gives the same. */
export const tellCourse =
  (kind: 'course-added' | 'course-changed' | 'course-restored') =>
  (event: { stream: string }, rows: Rows): Omit<Announcement, 'position'> => {
    const id = streamId(event.stream);
    const row = rows.courses.get(id);
    const deliveries: Delivery[] = row
      ? [{ to: ['everyone'], message: { kind, data: presentCourse(row) } }]
      : [];
    return { subject: courseSubject(id), withdraws: false, membership: null, deliveries };
  };
