/** The right answers of quizzes are the server's until an attempt has ended: they are in no file of the client and in no answer. */
import { expect, test } from 'vitest';
import { timedQuizAttempt } from '#contract/schemas/quizzes.ts';
import { productUrl } from '#e2e/support/journey.ts';
import { newLearner } from '#e2e/support/learner.ts';
import { findChoiceQuestion, questionBanks } from '#quizzes/question-banks.ts';

/** The longest piece of a text that no bundler writes in another way. */
const plainPiece = (text: string): string =>
  (text.match(/[A-Za-z0-9 ,.:;]+/g) ?? []).toSorted((a, b) => b.length - a.length)[0]?.trim() ?? '';

/** All scripts of the client, found as a browser would find them, and what stands in them. */
const scripts = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const waiting = ['/'];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const response = await fetch(productUrl() + next, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    found.set(next, text);
    for (const [name] of text.matchAll(/[\w.-]+-[\w-]{8}\.js\b/g)) {
      const path = `/assets/${name}`;
      if (!found.has(path) && !waiting.includes(path)) waiting.push(path);
    }
  }
  return found;
};

test('no script of the client holds a question, an option’s reason, or what a good answer says', async () => {
  const client = [...(await scripts()).values()].join('\n');
  // That they are looked for in the right place, and as they would be written there.
  expect(client).toContain(plainPiece('Marks will be published later for the written quiz.'));
  const secrets = questionBanks.flatMap(({ choice, written }) => [
    ...choice.flatMap(({ question, why }) => [question, why]),
    ...written.flatMap(({ question, points }) => [question, ...points]),
  ]);
  const told = secrets.map(plainPiece).filter((piece) => piece.length > 12 && client.includes(piece));
  expect(told).toEqual([]);
});

test('a student is told them with the result; until then no answer has them', async () => {
  const learner = await newLearner('Plain English');
  // By code alone, right after the course was started: it is found although the read tables are a moment behind.
  const started = await learner.call('POST', '/quizzes', { code: 'ENG', kind: 'mcq' });
  const { _id, questions } = timedQuizAttempt.parse(started);
  const list = `/quizzes?email=${encodeURIComponent(learner.person.email)}`;
  const shown = [started, await learner.call('GET', `/quizzes/${_id}`), await learner.call('GET', list)];
  for (const { id } of questions)
    expect(JSON.stringify(shown)).not.toContain(JSON.stringify(findChoiceQuestion(id)?.why).slice(1, -1));
  const answers = Object.fromEntries(questions.map(({ id }) => [id, findChoiceQuestion(id)?.answer]));
  const result = timedQuizAttempt.parse(await learner.call('POST', `/quizzes/${_id}/answers`, { answers }));
  expect(result).toMatchObject({ status: 'finished', score: 5, outOf: 5 });
  const { serverNow, ...listed } = result;
  expect(await learner.call('GET', list)).toEqual([listed]);
  for (const { id, right, why } of result.questions)
    expect([right, why]).toEqual([findChoiceQuestion(id)?.answer, findChoiceQuestion(id)?.why]);
});
