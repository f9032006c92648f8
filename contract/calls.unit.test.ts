import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Call } from './calls/call.ts';
import { allCalls, calls } from './calls.ts';

const folder = join(import.meta.dirname, 'calls');
const groupFiles = readdirSync(folder).filter((name) => name !== 'call.ts');

test.each(groupFiles)(
  'calls/%s: each call stands in the table, and no other under its name',
  async (file) => {
    const table: Record<string, Call> = calls;
    const groups: Record<string, Record<string, Call>> = await import(join(folder, file));
    const described = Object.values(groups).flatMap((group) => Object.entries(group));
    expect(described).not.toEqual([]);
    for (const [name, call] of described) expect(table[name]).toBe(call);
  },
);

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
