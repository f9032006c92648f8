import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLiveSchool } from '#testing/live-school.ts';

/** A node that serves the present must accept and show nothing that belongs to a view of the past. */
const live = await openLiveSchool();
const { school } = live;

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(live.node.address + path, { headers, redirect: 'manual' });

test('serves a configuration that names no view of the past', async () => {
  expect(await (await get('/configuration.json')).json()).toMatchObject({ past: null });
});

test('accepts only tokens of the identity provider: no sign-in path, no cookie, no other credentials', async () => {
  const ada = await school.register('ada', 'Admin');
  const signIn = await get('/past?secret=');
  expect([signIn.status, signIn.headers.get('set-cookie')]).toEqual([404, null]);
  expect((await get('/past?secret=x', { accept: 'text/html' })).headers.get('set-cookie')).toBeNull();
  for (const cookie of ['lyceum-past=', 'lyceum-past-0000000000000000=undefined', 'read=null'])
    expect((await get('/users', { cookie })).status).toBe(401);
  for (const credentials of ['past', 'null', ada.id])
    expect((await get('/users', { authorization: `Bearer ${credentials}` })).status).toBe(401);
  expect((await get('/users', live.authorizationOf(ada))).status).toBe(200);
});

const listSources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : listSources(path);
    return /(?<!\.test)\.ts$/.test(entry.name) ? [path] : [];
  });

test('no query of the read-api names the schema of a read table or state table, because in a view of the past it would read the present', () => {
  const offenders = listSources('read-api').filter((path) =>
    /\b(?:from|join)\s+(?:read|state)\.|withSchema\(/.test(readFileSync(path, 'utf8')),
  );
  expect(offenders).toEqual([]);
});
