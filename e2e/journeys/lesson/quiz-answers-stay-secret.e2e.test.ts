/** The correct answers of a quiz stay on the server until an attempt has ended. */

import { expect, test } from 'vitest';
import { type QuizAttempt, timedQuizAttempt } from '#contract/schemas/quizzes.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl } from '#e2e/support/journey.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { findChoiceQuestion, questionBanks } from '#quizzes/question-banks.ts';

/** Returns the longest part of a text that contains no character that a bundler may escape. */
const findPlainPart = (text: string): string =>
  (text.match(/[A-Za-z0-9 ,.:;]+/g) ?? []).toSorted((a, b) => b.length - a.length)[0]?.trim() ?? '';

/** Returns the start page and all scripts that it leads to, by path. */
const loadClient = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const waiting = ['/'];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const response = await fetch(productUrl() + next, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(longWait.timeout),
    });
    const text = await response.text();
    found.set(next, text);
    for (const [name] of text.matchAll(/(?<![\w.-])[\w.-]+-[\w-]{8}\.js\b/g)) {
      const path = `/assets/${name}`;
      if (!found.has(path) && !waiting.includes(path)) waiting.push(path);
    }
  }
  return found;
};

test('no script of the client contains a question, an explanation or a model answer', async () => {
  const client = [...(await loadClient()).values()].join('\n');
  // Shows that the search finds a text that the client does contain.
  expect(client).toContain(findPlainPart('Marks will be published later for the written quiz.'));
  const secrets = questionBanks.flatMap(({ choice, written }) => [
    ...choice.flatMap(({ question, why }) => [question, why]),
    ...written.flatMap(({ question, points }) => [question, ...points]),
  ]);
  // Shorter texts may occur in the client by chance.
  const leaked = secrets.map(findPlainPart).filter((piece) => piece.length > 12 && client.includes(piece));
  expect(leaked).toEqual([]);
});

test('a student gets the correct answers and the explanations only with the result', async () => {
  const student = await createEnrolledStudent('Plain English');
  // The command names the course by its code, and waits until the read tables contain the enrolment.
  const started = await student.call('POST', '/quizzes', { code: 'ENG', kind: 'mcq' });
  const { _id, questions } = timedQuizAttempt.parse(started);
  const list = `/quizzes?email=${encodeURIComponent(student.person.email)}`;
  const read = await student.call('GET', `/quizzes/${_id}`);
  const listing = await student.call('GET', list);
  const shown = [started, read, listing];
  const shownQuestions = [started, read, ...(listing as unknown[])].flatMap(
    (attempt) => (attempt as Pick<QuizAttempt, 'questions'>).questions,
  );
  expect(shownQuestions).toHaveLength(3 * questions.length);
  for (const { right, why } of shownQuestions) expect([right, why]).toEqual([null, null]);
  for (const { id } of questions)
    expect(JSON.stringify(shown)).not.toContain(JSON.stringify(findChoiceQuestion(id)?.why).slice(1, -1));
  const answers = Object.fromEntries(questions.map(({ id }) => [id, findChoiceQuestion(id)?.answer]));
  const result = timedQuizAttempt.parse(await student.call('POST', `/quizzes/${_id}/answers`, { answers }));
  expect(result).toMatchObject({ status: 'finished', score: 5, outOf: 5 });
  const { serverNow, ...listed } = result;
  await expect.poll(() => student.call('GET', list)).toEqual([listed]);
  for (const { id, right, why } of result.questions)
    expect([right, why]).toEqual([findChoiceQuestion(id)?.answer, findChoiceQuestion(id)?.why]);
});
