import { noteIdOf } from '#platform/identity/record-ids.ts';
import type { DemoPerson } from '../people.ts';
import { type Act, idOfPerson, keyOf } from './act.ts';
import type { CatalogueCourse } from './courses.ts';
import { jottings } from './note-texts.ts';

/** A student's modules in a started course. */
export type Lessons = {
  student: DemoPerson;
  course: CatalogueCourse;
  enrolmentId: string;
  startedOn: number;
  modules: number;
  pace: number;
};

/** Some students take notes in every lesson, most occasionally. */
const writes = ({ student, course }: Lessons, module: number): boolean =>
  student.uid === 'demo-student' || (student.uid.length + course.slug.length + module) % 3 === 0;

/** The notes of a student in one course, taken half a day before each module is completed. */
export const noteActs = (lessons: Lessons): Act[] => {
  const { student, course, enrolmentId, startedOn, modules, pace } = lessons;
  return jottings[course.code].slice(0, modules).flatMap(({ second, text }, index): Act[] => {
    const module = index + 1;
    if (!writes(lessons, module)) return [];
    const day = startedOn + module * pace - 0.4;
    const key = keyOf(`note ${module} of ${course.slug} ${student.uid}`);
    const place = { module, second };
    const take: Act = {
      ...{ day, by: student, method: 'POST', path: '/notes', params: {}, key },
      body: { notes: text, courseId: enrolmentId, userEmail: student.email, ...place },
    };
    // Some notes are edited later.
    const edit: Act = {
      ...{ day: day + 1.3, by: student, method: 'PUT', path: '/notes/{id}' },
      params: { id: noteIdOf(idOfPerson(student), key) },
      body: { notes: `${text}\n\nLater: read it again, it holds.` },
      key: keyOf(`note again ${module} of ${course.slug} ${student.uid}`),
    };
    return module === 3 ? [take, edit] : [take];
  });
};
