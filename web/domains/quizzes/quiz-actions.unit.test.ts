import { afterEach, expect, test, vi } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import { createTokenUnavailableError, setTokenSource } from '../../client/api/token.ts';
import { fetchQuiz, markQuiz } from './quiz-actions.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  setTokenSource(async () => null);
});

test('rejects marks that the server did not save because the student was removed', async () => {
  const marking = { marks: { w1: 5 }, remark: '' };
  vi.stubGlobal('fetch', async () => Response.json(updated(1, 0)));
  await markQuiz('a', marking);
  vi.stubGlobal('fetch', async () => Response.json(updated(0, 0)));
  await expect(markQuiz('a', marking)).rejects.toThrow('The student of this quiz was removed.');
});

const attempt = {
  ...{ _id: 'c0000000-0000-4000-8000-000000000000', enrolmentId: 'e0000000-0000-4000-8000-000000000000' },
  ...{ catalogueId: 'a0000000-0000-4000-8000-000000000000', courseName: 'Plain English', code: 'ENG' },
  ...{ kind: 'mcq', status: 'running', late: false, marked: false, remark: null, questions: [] },
  ...{ startedAt: '2026-01-01T12:00:00.000Z', deadline: '2026-01-01T12:01:00.000Z', score: null, outOf: 5 },
  serverNow: '2026-01-01T12:00:30.000Z',
};

test('measures how far the server’s clock is ahead of `performance.now()`', async () => {
  vi.stubGlobal('fetch', async () => Response.json(attempt));
  vi.spyOn(performance, 'now').mockReturnValue(1_250);
  const { clockOffsetMs } = await fetchQuiz(attempt._id);
  expect(clockOffsetMs).toBe(Date.parse(attempt.serverNow) - 1_250);
});

test('measures the server’s clock correctly if the token arrives late', async () => {
  let now = 1_000;
  let isTokenFresh = false;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  setTokenSource(async () => {
    if (!isTokenFresh) now += 6_000;
    isTokenFresh = true;
    return 'token';
  });
  vi.stubGlobal('fetch', async () => {
    now += 100;
    return Response.json(attempt);
  });
  const { clockOffsetMs } = await fetchQuiz(attempt._id);
  expect(clockOffsetMs).toBe(Date.parse(attempt.serverNow) - 7_050);
});

test('reports an error of the identity provider like all other requests', async () => {
  setTokenSource(async () => {
    throw Object.assign(new Error('Firebase: Error.'), { code: 'auth/user-token-expired' });
  });
  await expect(fetchQuiz(attempt._id)).rejects.toMatchObject({ code: 'sign-in-ended' });
});

test('waits for a token that does not arrive only once', async () => {
  let count = 0;
  setTokenSource(async () => {
    count += 1;
    throw createTokenUnavailableError();
  });
  await expect(fetchQuiz(attempt._id)).rejects.toMatchObject({ code: 'timed-out' });
  expect(count).toBe(1);
});
