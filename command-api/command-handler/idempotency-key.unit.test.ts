import { createHash } from 'node:crypto';
import { v4, v7 } from 'uuid';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { canonicalPath, scopeIdempotencyKey } from './idempotency-key.ts';

const scope = { userId: v4(), method: 'POST', path: '/notes' };

test('turns a random key into the digest of its scope, as earlier releases do', () => {
  const key = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
  expect(scopeIdempotencyKey({ ...scope, key })).toBe(
    createHash('sha256').update(`${scope.userId}\nPOST\n/notes\n${key}`).digest('base64url'),
  );
});

test('keeps keys that begin with a time in the order of their times', () => {
  const keys = [1, 15, 16, 255, 1e6, 1.8e12].map((msecs) => v7({ msecs }));
  const scopedKeys = keys.map((key) => scopeIdempotencyKey({ ...scope, key }));
  expect(scopedKeys.toSorted()).toEqual(scopedKeys);
});

test.each([
  ['random keys', v4],
  ['keys that begin with a time', v7],
])('returns different results for different users, methods, paths and %s', (_, createKey) => {
  const key = createKey();
  const scopes = [
    { ...scope, key },
    { ...scope, key, userId: v4() },
    { ...scope, key, method: 'PUT' },
    { ...scope, key, path: '/notes/1' },
    { ...scope, key: createKey() },
  ];
  expect(new Set(scopes.map(scopeIdempotencyKey)).size).toBe(scopes.length);
});

test('leaves a path as it is if it is spelt as clients normally send it', () => {
  const id = v4();
  expect(canonicalPath(endpoints.recordReading, {})).toBe('/readings');
  expect(canonicalPath(endpoints.revertCourse, { id })).toBe(`/courses/${id}/reversion`);
  const email = 'anna+1@school.example';
  expect(canonicalPath(endpoints.editOwnProfile, { email })).toBe(`/users/${encodeURIComponent(email)}`);
});

test('returns one path for ids and addresses in upper and lower case, and accepts invalid parameters', () => {
  const id = v4();
  expect(canonicalPath(endpoints.removeNote, { id: id.toUpperCase() })).toBe(`/notes/${id}`);
  expect(canonicalPath(endpoints.editOwnProfile, { email: 'Anna@School.example' })).toBe(
    canonicalPath(endpoints.editOwnProfile, { email: 'anna@school.example' }),
  );
  expect(canonicalPath(endpoints.removeNote, { id: 'a/b' })).toBe('/notes/a%2Fb');
});
