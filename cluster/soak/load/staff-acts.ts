import { randomUUID } from 'node:crypto';
import { courseFields } from '../../services/course-fields.ts';
import { signInAgain } from '../../services/people.ts';
import type { Commands } from './commands.ts';
import { chooseAny, type Participant, type School, takeAny } from './school.ts';

/** Something that a participant of the load does. */
export type ParticipantAct = (
  participant: Participant,
  school: School,
  commands: Commands,
  edgeUrl: string,
) => Promise<void>;

const maxCourses = 60;
/** No student is removed while the school has fewer than this. */
const minStudents = 100;

const newFields = () =>
  courseFields({ name: `Numbers ${randomUUID().slice(0, 8)}`, details: 'What numbers are for.' });

export const addCourse: ParticipantAct = async (admin, { courseIds }, { act }) => {
  const body = newFields();
  const courseId = await act(admin, { method: 'POST', path: '/courses', body, event: 'CourseAdded' });
  if (courseId !== null) courseIds.push(courseId);
};

const editCourse: ParticipantAct = async (admin, { courseIds }, { act }) => {
  const path = `/courses/${chooseAny(courseIds)}`;
  await act(admin, { method: 'PUT', path, body: newFields(), event: 'CourseEdited' });
};

const addOrEditCourse: ParticipantAct = (admin, school, commands, edgeUrl) => {
  const shouldAdd = school.courseIds.length < maxCourses && Math.random() < 0.3;
  const act = shouldAdd ? addCourse : editCourse;
  return act(admin, school, commands, edgeUrl);
};

const announceToEverybody: ParticipantAct = async (instructor, _, { act }) => {
  const body = { text: 'The library is closed today.' };
  await act(instructor, { method: 'POST', path: '/announcement', body, event: 'AnnouncementPosted' });
};

/** Posts an announcement for a course. One call in four withdraws an earlier announcement instead, if there is one. */
const announce: ParticipantAct = async (admin, { announcements, courseIds }, { act }) => {
  const withdrawn = Math.random() < 0.25 ? takeAny(announcements) : undefined;
  if (withdrawn !== undefined) {
    const path = `/announcement/${withdrawn}`;
    await act(admin, { method: 'DELETE', path, event: 'AnnouncementWithdrawn' });
    return;
  }
  const body = { text: 'The next lesson begins at nine.', courseId: chooseAny(courseIds) };
  const posted = await act(admin, {
    ...{ method: 'POST', path: '/announcement', body, event: 'AnnouncementPosted' },
  });
  if (posted !== null) announcements.push(posted);
};

const markQuiz: ParticipantAct = async (admin, { quizzesToMark }, { act }) => {
  const quiz = takeAny(quizzesToMark);
  if (quiz === undefined) return;
  const body = { marks: { [quiz.questionId]: 7.5 }, remark: 'Well done.' };
  await act(admin, {
    ...{ method: 'PATCH', path: `/quizzes/${quiz.id}/marks`, body },
    // Nothing is appended if the student was removed, and nothing is marked if the answers came too late because of an outage.
    ...{ event: null, acceptable: [404, 409, 410] },
  });
};

/** Removes a student with everything they wrote, which needs a recent sign-in. */
const removeStudent: ParticipantAct = async (admin, { students }, { act }, edgeUrl) => {
  const student = chooseAny(students);
  if (!student || student.isBusy || students.length < minStudents) return;
  const person = await signInAgain(edgeUrl, admin.person);
  if (student.isBusy) return;
  student.isBusy = true;
  students.splice(students.indexOf(student), 1);
  const path = `/users/${student.person.id}`;
  await act({ ...admin, person }, { method: 'DELETE', path, event: 'UserRemoved' });
};

/** The acts of Admins. An act that is listed several times is chosen more often. */
export const adminActs: readonly ParticipantAct[] = [
  ...[addOrEditCourse, addOrEditCourse, addOrEditCourse, addOrEditCourse],
  ...[markQuiz, markQuiz, announce, removeStudent],
];

/** The acts of instructors, who teach no course. */
export const instructorActs: readonly ParticipantAct[] = [announceToEverybody];
