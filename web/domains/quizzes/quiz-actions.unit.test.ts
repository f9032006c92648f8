import { afterEach, expect, test, vi } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import { fetchQuiz, markQuiz } from './quiz-actions.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('rejects marks that the server did not save because the student was removed', async () => {
  const marking = { marks: { w1: 5 }, remark: '' };
  vi.stubGlobal('fetch', async () => Response.json(updated(1, 0)));
  await markQuiz('a', marking);
  vi.stubGlobal('fetch', async () => Response.json(updated(0, 0)));
  await expect(markQuiz('a', marking)).rejects.toThrow('The student of this quiz was removed.');
});

test('measures how far the server’s clock is ahead of `performance.now()`', async () => {
  const serverNow = '2026-01-01T12:00:30.000Z';
  const attempt = {
    ...{ _id: 'c0000000-0000-4000-8000-000000000000', enrolmentId: 'e0000000-0000-4000-8000-000000000000' },
    ...{ catalogueId: 'a0000000-0000-4000-8000-000000000000', courseName: 'Plain English', code: 'ENG' },
    ...{ kind: 'mcq', status: 'running', late: false, marked: false, remark: null, questions: [] },
    ...{ startedAt: '2026-01-01T12:00:00.000Z', deadline: '2026-01-01T12:01:00.000Z', score: null, outOf: 5 },
    serverNow,
  };
  vi.stubGlobal('fetch', async () => Response.json(attempt));
  vi.spyOn(performance, 'now').mockReturnValue(1_250);
  const { clockOffsetMs } = await fetchQuiz(attempt._id);
  expect(clockOffsetMs).toBe(Date.parse(serverNow) - 1_250);
});
