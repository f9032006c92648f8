import { expect, test } from 'vitest';
import { allCalls } from './calls.ts';

test('no call is described twice', () => {
  const names = allCalls.map((call) => `${call.method} ${call.path}`);
  expect(new Set(names).size).toBe(names.length);
});

test.each(allCalls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s: each parameter of its path has a schema, and no other has',
  (_, call) => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(call.params?.shape ?? {})).toEqual(inPath);
  },
);

test('only commands have bodies', () => {
  for (const call of allCalls)
    if (call.body !== null) expect(['POST', 'PUT', 'PATCH']).toContain(call.method);
});
