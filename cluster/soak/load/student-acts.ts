import { setTimeout as sleep } from 'node:timers/promises';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { Commands } from './commands.ts';
import { chooseAny, type Enrolment, type Participant, type School, takeAny } from './school.ts';

const maxEnrolments = 4;
const maxNotes = 20;
/** How long a student takes for a quiz. The limit is 60 s, and an outage may use up part of it. */
const quizMs = 2_000;

type StudentAct = (student: Participant, school: School, commands: Commands) => Promise<void>;

const enrol: StudentAct = async (student, { courseIds }, { act }) => {
  const courseId = chooseAny(courseIds);
  const isNew = student.enrolments.every((enrolment) => enrolment.courseId !== courseId);
  if (courseId === undefined || !isNew || student.enrolments.length >= maxEnrolments) return;
  const enrolled = await act(student, {
    ...{ method: 'POST', path: '/enrolledCourses', body: { courseId }, event: 'StudentEnrolled' },
  });
  if (enrolled === null) return;
  const progressId = await act(student, {
    ...{ method: 'POST', path: '/progress', body: { courseId }, event: 'CourseStarted' },
  });
  if (progressId === null) return;
  student.enrolments.push({
    ...{ courseId, progressId, completedModules: 0, hasCertificate: false, hasReview: false },
  });
};

const learn: StudentAct = async (student, _, { act }) => {
  const enrolment = chooseAny(student.enrolments);
  if (!enrolment) return;
  const { courseId } = enrolment;
  const module = Math.min(enrolment.completedModules + 1, modulesPerCourse);
  await act(student, {
    ...{ method: 'PUT', path: '/playback', body: { enrolmentId: courseId, module, second: 30 } },
    // A playback position is stored without an event. A student may send only a limited number per minute.
    ...{ event: null, acceptable: [429] },
  });
  if (enrolment.completedModules === modulesPerCourse) return complete(student, enrolment, { act });
  const path = `/progress/${enrolment.progressId}`;
  const done = await act(student, { method: 'PATCH', path, body: { module }, event: 'ModuleCompleted' });
  if (done !== null) enrolment.completedModules = module;
};

/** Reviews a completed course and requests its certificate, once each. */
const complete = async (student: Participant, enrolment: Enrolment, { act }: Pick<Commands, 'act'>) => {
  const { courseId } = enrolment;
  if (!enrolment.hasReview) {
    const body = { courseId, rating: 1 + Math.floor(Math.random() * 10), comment: 'Worth the time.' };
    const review = await act(student, { method: 'POST', path: '/reviews', body, event: 'ReviewSubmitted' });
    enrolment.hasReview = review !== null;
  }
  if (!enrolment.hasCertificate) {
    const certificate = await act(student, {
      ...{ method: 'POST', path: '/certificates', body: { courseId }, event: 'CertificateIssued' },
    });
    enrolment.hasCertificate = certificate !== null;
  }
};

const bookmark: StudentAct = async (student, { courseIds }, { act }) => {
  const courseId = chooseAny(courseIds);
  if (courseId === undefined) return;
  const existing = student.bookmarks.get(courseId);
  if (existing !== undefined) {
    const path = `/bookmarks/${existing}`;
    const removed = await act(student, { method: 'DELETE', path, event: 'BookmarkRemoved' });
    if (removed !== null) student.bookmarks.delete(courseId);
    return;
  }
  const added = await act(student, {
    ...{ method: 'POST', path: '/bookmarks', body: { courseId }, event: 'CourseBookmarked' },
  });
  if (added !== null) student.bookmarks.set(courseId, added);
};

const writeNote: StudentAct = async (student, _, { act }) => {
  const { courseId } = chooseAny(student.enrolments) ?? {};
  if (courseId === undefined) return;
  const notes = `What I want to remember, ${Math.random()}`;
  if (student.notes.length > maxNotes) {
    const path = `/notes/${takeAny(student.notes)}`;
    await act(student, { method: 'DELETE', path, event: 'NoteRemoved' });
    return;
  }
  const existing = Math.random() < 0.5 ? chooseAny(student.notes) : undefined;
  if (existing !== undefined) {
    await act(student, { method: 'PUT', path: `/notes/${existing}`, body: { notes }, event: 'NoteEdited' });
    return;
  }
  const taken = await act(student, {
    ...{ method: 'POST', path: '/notes', body: { courseId, notes }, event: 'NoteTaken' },
  });
  if (taken !== null) student.notes.push(taken);
};

/** Takes a quiz. A late submission also ends the attempt, with the same event. */
const takeQuiz: StudentAct = async (student, { quizzesToMark }, { send, act, addProblem }) => {
  const { courseId } = chooseAny(student.enrolments) ?? {};
  if (courseId === undefined) return;
  const kind = Math.random() < 0.5 ? 'mcq' : 'written';
  const body = { code: 'MTH', kind, enrolmentId: courseId };
  // A running attempt is continued, without an event.
  const quiz = await send(student, {
    ...{ method: 'POST', path: '/quizzes', body, event: null, acceptable: [404, 409] },
  });
  if (quiz === null) return;
  const { _id: id, questions: [question] = [] } = quiz;
  if (id === undefined || question === undefined)
    return addProblem('A quiz was started without an id or questions.');
  await sleep(quizMs);
  const answer = kind === 'mcq' ? 0 : 'Because the terms cancel.';
  const submitted = await act(student, {
    ...{ method: 'POST', path: `/quizzes/${id}/answers`, body: { answers: { [question.id]: answer } } },
    event: 'QuizFinished',
  });
  if (submitted !== null && kind === 'written') quizzesToMark.push({ id, questionId: question.id });
};

/** The acts of students. An act that is listed several times is chosen more often. */
export const studentActs: readonly StudentAct[] = [
  ...[enrol, enrol, learn, learn, learn, learn, learn],
  ...[bookmark, writeNote, writeNote, takeQuiz],
];
