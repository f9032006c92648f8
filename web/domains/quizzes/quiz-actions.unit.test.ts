import { afterEach, expect, test, vi } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import { markQuiz } from './quiz-actions.ts';

afterEach(() => vi.unstubAllGlobals());

test('rejects marks that the server did not save because the student was removed', async () => {
  const marking = { marks: { w1: 5 }, remark: '' };
  vi.stubGlobal('fetch', async () => Response.json(updated(1, 0)));
  await markQuiz('a', marking);
  vi.stubGlobal('fetch', async () => Response.json(updated(0, 0)));
  await expect(markQuiz('a', marking)).rejects.toThrow('The student of this quiz was removed.');
});
