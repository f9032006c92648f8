import type { CourseCode } from '#contract/schemas/courses.ts';
import { noteIdOf } from '#platform/identity/record-ids.ts';
import notes from '../content/notes.json' with { type: 'json' };
import type { DemoPerson } from '../people.ts';
import type { CatalogueCourse } from './courses.ts';
import { type DemoCommand, idOfPerson, keyOf } from './demo-command.ts';

/** One note per module, by course code, with the second of the video at which it is taken. */
const noteTexts: Readonly<Record<CourseCode, readonly { second: number; text: string }[]>> = notes;

/** A course that a student has started, with the number of modules that the student completes. */
export type StartedCourse = {
  student: DemoPerson;
  course: CatalogueCourse;
  enrolmentId: string;
  startedOn: number;
  modules: number;
  daysPerModule: number;
};

/** Returns whether a student takes a note: the demo student in every module, the others in about one of three. */
const takesNote = ({ student, course }: StartedCourse, module: number): boolean =>
  student.uid === 'demo-student' || (student.uid.length + course.slug.length + module) % 3 === 0;

/** Returns the commands for a student's notes in one course. A note about a module is taken 0.4 days before the module is completed. */
export const noteCommands = (startedCourse: StartedCourse): DemoCommand[] => {
  const { student, course, enrolmentId, startedOn, modules, daysPerModule } = startedCourse;
  return noteTexts[course.code].slice(0, modules).flatMap(({ second, text }, index): DemoCommand[] => {
    const module = index + 1;
    if (!takesNote(startedCourse, module)) return [];
    const day = startedOn + module * daysPerModule - 0.4;
    const key = keyOf(`note ${module} of ${course.slug} ${student.uid}`);
    const videoPosition = { module, second };
    const take: DemoCommand = {
      ...{ day, by: student, method: 'POST', path: '/notes', params: {}, key },
      body: { notes: text, courseId: enrolmentId, userEmail: student.email, ...videoPosition },
    };
    // Some notes are edited later.
    const edit: DemoCommand = {
      ...{ day: day + 1.3, by: student, method: 'PUT', path: '/notes/{id}' },
      params: { id: noteIdOf(idOfPerson(student), key) },
      body: { notes: `${text}\n\nLater: read this again, it still makes sense.` },
      key: keyOf(`note again ${module} of ${course.slug} ${student.uid}`),
    };
    return module === 3 ? [take, edit] : [take];
  });
};
