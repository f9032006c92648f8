import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A query that counts its calls. The test settles them in order. */
const createQuery = () => {
  const pending: PromiseWithResolvers<number>[] = [];
  let calls = 0;
  return {
    run: () => {
      calls += 1;
      const result = Promise.withResolvers<number>();
      pending.push(result);
      return result.promise;
    },
    calls: () => calls,
    resolve: (value: number) => pending.shift()?.resolve(value),
    reject: () => pending.shift()?.reject(new Error('gone')),
  };
};

test('callers during a running query share the next one', async () => {
  const query = createQuery();
  const read = coalesce(query.run);
  const first = read();
  const second = read();
  const third = read();
  expect(query.calls()).toBe(1);
  query.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(query.calls).toBe(2);
  query.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  const fourth = read();
  expect(query.calls()).toBe(3);
  query.resolve(3);
  expect(await fourth).toBe(3);
});

test('a failed query fails only the callers that share it', async () => {
  const query = createQuery();
  const read = coalesce(query.run);
  const first = read();
  const second = read();
  query.reject();
  await expect(first).rejects.toThrow('gone');
  await expect.poll(query.calls).toBe(2);
  query.resolve(7);
  expect(await second).toBe(7);
});
