import { expect, test, vi } from 'vitest';
import { Paced } from './paced.ts';

/** Work that ends when the test says so. */
const open = (everyMs = 1) => {
  const begun: PromiseWithResolvers<number>[] = [];
  const failures: unknown[] = [];
  const paced = new Paced({
    work: () => {
      const one = Promise.withResolvers<number>();
      begun.push(one);
      return one.promise;
    },
    everyMs,
    onFailure: (error) => failures.push(error),
  });
  return { paced, begun, failures };
};

test('the first time is at once; whatever is asked for while it works is one time more', async () => {
  const { paced, begun } = open();
  paced.soon();
  expect(begun).toHaveLength(1);
  for (let time = 0; time < 100; time += 1) paced.soon();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(0);
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  begun[1]?.resolve(0);
  await paced.close();
  expect(begun).toHaveLength(2);
});

test('what failed is done again without being asked for', async () => {
  const { paced, begun, failures } = open();
  paced.soon();
  begun[0]?.reject(new Error('away'));
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  expect(failures).toMatchObject([{ message: 'away' }]);
  begun[1]?.resolve(0);
  await paced.close();
});

test('it rests as long as the work says; closing ends the rest, and nothing is begun after it', async () => {
  const { paced, begun } = open();
  paced.soon();
  begun[0]?.resolve(3_600_000);
  paced.soon();
  await paced.close();
  paced.soon();
  expect(begun).toHaveLength(1);
});
