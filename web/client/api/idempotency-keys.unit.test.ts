import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

const create = () => {
  const clock = { now: 0 };
  let created = 0;
  const { begin } = createIdempotencyKeys({ createKey: () => `key-${++created}`, now: () => clock.now });
  /** Sends a command once. Returns its key. */
  const send = (content: string, isDefinite: boolean, ownKey?: string) => {
    const { key, end } = begin(content, ownKey);
    end(isDefinite);
    return key;
  };
  return { clock, begin, send };
};

test('keeps the key of a command until there is a definite answer, then assigns a new one', () => {
  const { send } = create();
  expect(send('POST /courses {}', false)).toBe('key-1');
  expect(send('POST /courses {"a":1}', false)).toBe('key-2');
  expect(send('POST /courses {}', true)).toBe('key-1');
  expect(send('POST /courses {}', true)).toBe('key-3');
});

test('a command gets a new key after five seconds if another command, which may have undone its effect, has been answered since', () => {
  const { clock, send } = create();
  expect(send('DELETE /courses/1', false)).toBe('key-1');
  send('POST /courses/1/restoration', true);
  clock.now += 5_000;
  expect(send('DELETE /courses/1', true)).toBe('key-3');

  expect(send('POST /notes/1/restoration', false)).toBe('key-4');
  expect(send('DELETE /notes/1', true, 'own key')).toBe('own key');
  clock.now += 5_000;
  expect(send('POST /notes/1/restoration', true)).toBe('key-5');
});

test('other commands do not change the key of a command that is in flight or retried', () => {
  const { clock, begin, send } = create();
  const first = begin('POST /quizzes/1/answers');
  clock.now += 15_000;
  send('PUT /playback', true);
  first.end(false);
  clock.now += 4_000;
  send('PUT /playback', true);
  expect(send('POST /quizzes/1/answers', false)).toBe(first.key);
  clock.now += 4_000;
  expect(send('POST /quizzes/1/answers', true)).toBe(first.key);
});

test('two attempts that are in flight at once have the same key, and a late answer does not settle a newer command', () => {
  const { begin, send } = create();
  const [first, second] = [begin('DELETE /courses/1'), begin('DELETE /courses/1')];
  expect(second.key).toBe(first.key);
  first.end(true);
  const next = begin('DELETE /courses/1');
  expect(next.key).not.toBe(first.key);
  second.end(true);
  next.end(false);
  expect(send('DELETE /courses/1', true)).toBe(next.key);
});

test('a command whose answer was lost gets a new key after two minutes', () => {
  const { clock, send } = create();
  const key = send('DELETE /courses/1', false);
  clock.now += 119_999;
  expect(send('DELETE /courses/1', false)).toBe(key);
  clock.now += 120_000;
  expect(send('DELETE /courses/1', true)).not.toBe(key);
});
