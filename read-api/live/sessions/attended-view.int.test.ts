import { expect, test } from 'vitest';
import type { AttendedView } from '#contract/schemas/presence.ts';
import type { AdmittedView } from '../attended-views/view-admission.ts';
import { courseRoom } from '../rooms.ts';
import type { SocketSession } from './socket-session.ts';
import { connectSession } from './testing/connect-session.ts';

const optics = '22222222-2222-4222-8222-222222222222';
const acoustics = '33333333-3333-4333-8333-333333333333';
const lessonOf = (courseId: string): AttendedView => ({ at: 'course', courseId });

const opticsLesson = {
  room: courseRoom(optics),
  courseId: optics,
  learningCourseId: optics,
  disclosure: null,
};

/** Connects a student. `state.learningCourseId` is the course in which the student counts as a learner. */
const connectStudent = async (admitToView: () => Promise<AdmittedView | null>) => {
  const state = { learningCourseId: null as string | null };
  const opening = Promise.withResolvers<SocketSession>();
  const client = await connectSession(
    {
      resolveAudience: async () => ({
        audience: { id: '44444444-4444-4444-8444-444444444444', userType: 'Student' },
        position: 5,
        expiresAt: null,
        hasRequiredSecondFactor: true,
      }),
      admitToView,
      presence: {
        setSocket: (_, { learningCourseId }) => {
          state.learningCourseId = learningCourseId;
        },
        removeSocket: () => {},
      },
    },
    opening.resolve,
  );
  return { client, session: await opening.promise, state };
};

/** Connects a student who attends a lesson of the course Optics. The next admissions to a view fail. */
const attendOptics = async () => {
  let isFailing = false;
  const student = await connectStudent(async () => {
    if (isFailing) throw new Error('The database does not answer.');
    return opticsLesson;
  });
  expect(await student.session.attend(lessonOf(optics))).toBeNull();
  expect(student.state.learningCourseId).toBe(optics);
  isFailing = true;
  return student;
};

test('a socket leaves its view if the admission to the next view fails', async () => {
  const { client, session, state } = await attendOptics();
  expect(await session.attend(lessonOf(acoustics))).toMatch(/^Something went wrong/);
  expect(state.learningCourseId).toBeNull();
  expect(client.welcomes).toHaveLength(1);
});

test('a socket leaves its view and welcomes the client again if the view cannot be checked again', async () => {
  const { client, session, state } = await attendOptics();
  await session.recheckView();
  expect(state.learningCourseId).toBeNull();
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, false]);
});

test('a socket leaves its view if the student leaves the course while the access is being checked', async () => {
  const [asked, enrolled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isEnrolled = true;
  const { session, state } = await connectStudent(async () => {
    const admitted = isEnrolled ? opticsLesson : null;
    asked.resolve();
    await enrolled.promise;
    return admitted;
  });
  const attended = session.attend(lessonOf(optics));
  await asked.promise;
  isEnrolled = false;
  const rechecked = session.recheckView();
  enrolled.resolve();
  expect(await attended).toBeNull();
  await rechecked;
  expect(state.learningCourseId).toBeNull();
});
