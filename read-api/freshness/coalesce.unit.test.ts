import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A question whose answers are given by hand, in order. */
const byHand = () => {
  const open: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  let asked = 0;
  return {
    ask: () => {
      asked += 1;
      return new Promise<number>((resolve, reject) => open.push({ resolve, reject }));
    },
    asked: () => asked,
    answer: (value: number) => open.shift()?.resolve(value),
    fail: () => open.shift()?.reject(new Error('gone')),
  };
};

test('who comes while a question is under way shares the next one, asked after they came', async () => {
  const database = byHand();
  const read = coalesce(database.ask);
  const first = read();
  const second = read();
  const third = read();
  expect(database.asked()).toBe(1);
  database.answer(1);
  expect(await first).toBe(1);
  await expect.poll(database.asked).toBe(2);
  database.answer(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  const fourth = read();
  expect(database.asked()).toBe(3);
  database.answer(3);
  expect(await fourth).toBe(3);
});

test('a failed question fails those who shared it and nobody after', async () => {
  const database = byHand();
  const read = coalesce(database.ask);
  const first = read();
  const second = read();
  database.fail();
  await expect(first).rejects.toThrow('gone');
  await expect.poll(database.asked).toBe(2);
  database.answer(7);
  expect(await second).toBe(7);
});
