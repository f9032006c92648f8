import { expect, test } from 'vitest';
import type { CommandExecutor } from '#events/log/command-executor.ts';
import { listedCourse } from '../../testing/course-states.ts';
import { courseStarted, enrolled, enrolmentAfter } from '../../testing/enrolment-events.ts';
import { quizAfter } from '../../testing/quiz-events.ts';
import { registeredUser } from '../../testing/registered-user.ts';
import { createQuizHandlers } from './routes.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 5, 10, 0, second));

test('the time of a quiz begins after the command has waited for other commands', async () => {
  let now = at(0);
  const [startQuiz] = createQuizHandlers({
    reader: { readStreams: async (streams) => streams.map(() => []) },
    findStartedEnrolment: async () => ({ enrolmentId: 'enrolment', courseId: 'counting' }),
    clock: () => now,
  });
  const states: object = {
    ...{ actor: registeredUser('sam', 'Student'), course: listedCourse, latest: null, next: quizAfter() },
    enrolment: enrolmentAfter(enrolled, courseStarted),
  };
  const decided: unknown[] = [];
  const executor: Pick<CommandExecutor, 'execute'> = {
    execute: async ({ decide }) => {
      now = at(2);
      const { events, answer } = decide(states as Parameters<typeof decide>[0]);
      decided.push(events);
      return { outcome: 'done', position: 1, answer };
    },
  };
  const identity = {
    ...{ uid: 'sam', userId: 'sam', email: null, emailVerified: true, hasAccount: true },
    ...{ hasRequiredSecondFactor: true, signedInAt: 0, issuedAt: 0, expiresAt: 0 },
  };
  const input = {
    ...{ params: null, body: { code: 'CSE', kind: 'mcq' }, identity },
    ...{ key: 'key', arrivedAt: at(0) },
  };
  await startQuiz?.execute(executor as CommandExecutor, input as Parameters<typeof startQuiz.execute>[1], {
    commandId: 'command',
    correlationId: 'request',
    commandKey: { key: 'key', bodyHash: '' },
  });
  expect(decided).toMatchObject([{ next: [{ data: { deadline: '2026-03-05T10:01:02.000Z' } }] }]);
});
