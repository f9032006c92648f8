import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestIdentityProvider } from '#platform/testing/identity-provider.ts';
import { tokenOf } from '../testing/test-node.ts';
import type { School } from '../testing/school.ts';
import { openServedSchool, type ServedSchool } from '../testing/served-school.ts';

/** The product itself: nothing of the way in which a past is served is to be had there. */
let served: ServedSchool;
let school: School;
let provider: TestIdentityProvider;
beforeAll(async () => {
  served = await openServedSchool();
  ({ school, provider } = served);
});
afterAll(() => served[Symbol.asyncDispose]());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(served.node.address + path, { headers, redirect: 'manual' });

test('it says that it is the present', async () => {
  expect(await (await ask('/configuration.json')).json()).toMatchObject({ past: null });
});

test('no door, no cookie and no word lets anybody in: a token of the provider alone does', async () => {
  const ada = await school.register('ada', 'Admin');
  const door = await ask('/past?secret=');
  expect([door.status, door.headers.get('set-cookie')]).toEqual([404, null]);
  expect((await ask('/past?secret=x', { accept: 'text/html' })).headers.get('set-cookie')).toBeNull();
  for (const cookie of ['lyceum-past=', 'lyceum-past-0000000000000000=undefined', 'read=null'])
    expect((await ask('/users', { cookie })).status).toBe(401);
  for (const word of ['past', 'null', ada.id])
    expect((await ask('/users', { authorization: `Bearer ${word}` })).status).toBe(401);
  expect((await ask('/users', { authorization: `Bearer ${tokenOf(provider, ada)}` })).status).toBe(200);
});

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sources(path);
    return /(?<!\.test)\.ts$/.test(entry.name) ? [path] : [];
  });

test('no query names the schema of its tables, or it would read the present where the past is served', () => {
  const naming = sources('read-api').filter((path) =>
    /\b(?:from|join)\s+(?:read|state)\.|withSchema\(/.test(readFileSync(path, 'utf8')),
  );
  expect(naming).toEqual([]);
});
