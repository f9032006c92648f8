import { expect, test } from 'vitest';
import type { AttendedView } from '#contract/schemas/presence.ts';
import { courseRoom } from '../rooms.ts';
import type { SocketSession } from './socket-session.ts';
import { connectSession } from './testing/connect-session.ts';

const optics = '22222222-2222-4222-8222-222222222222';
const acoustics = '33333333-3333-4333-8333-333333333333';
const lessonOf = (courseId: string): AttendedView => ({ at: 'course', courseId });

/** Connects a student who attends a lesson of the course Optics. The next admissions to a view fail. */
const attendOptics = async () => {
  const state = { isFailing: false, learningCourseId: null as string | null };
  const opening = Promise.withResolvers<SocketSession>();
  const client = await connectSession(
    {
      resolveAudience: async () => ({
        audience: { id: '44444444-4444-4444-8444-444444444444', userType: 'Student' },
        position: 5,
        expiresAt: null,
        hasRequiredSecondFactor: true,
      }),
      admitToView: async () => {
        if (state.isFailing) throw new Error('The database does not answer.');
        return { room: courseRoom(optics), courseId: optics, learningCourseId: optics, disclosure: null };
      },
      presence: {
        setSocket: (_, { learningCourseId }) => {
          state.learningCourseId = learningCourseId;
        },
        removeSocket: () => {},
      },
    },
    opening.resolve,
  );
  const session = await opening.promise;
  expect(await session.attend(lessonOf(optics))).toBeNull();
  expect(state.learningCourseId).toBe(optics);
  state.isFailing = true;
  return { client, session, state };
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
