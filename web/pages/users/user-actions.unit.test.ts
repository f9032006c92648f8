import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DeleteAnswer, deleted, type UpdateAnswer, updated } from '#contract/schemas/command-results.ts';
import type { User } from '#contract/schemas/users.ts';
import { queryClient } from '../../client/query-client.ts';
import { usersKey } from '../../domains/users/user-live.ts';
import { toast } from '../../ui/toast.ts';
import { changeRole, declineRoleRequest } from './user-actions.ts';

const ada: User = {
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'Ada',
  imageUrl: '/p.svg',
  email: 'ada@example.org',
  userType: 'Student',
  wishedType: 'Instructor',
  registeredAt: '2026-01-01T00:00:00.000Z',
};

const respondWith = (answer: DeleteAnswer | UpdateAnswer) =>
  vi.stubGlobal('fetch', async () => Response.json(answer));
const areUsersOutdated = () => queryClient.getQueryState(usersKey)?.isInvalidated;

let shown: string[] = [];
beforeEach(() => {
  shown = [];
  queryClient.setQueryData(usersKey, {});
  for (const kind of ['neutral', 'success', 'error'] as const)
    vi.spyOn(toast, kind).mockImplementation((text) => {
      shown.push(`${kind}: ${text}`);
      return '';
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('says that a role request was declined only if it was still pending, and fetches the users again', async () => {
  respondWith(deleted(1));
  expect(await declineRoleRequest(ada)).toBe(true);
  queryClient.setQueryData(usersKey, {});
  respondWith(deleted(0));
  expect(await declineRoleRequest(ada)).toBe(true);
  expect(shown).toEqual([
    'neutral: Ada stays a Student.',
    'neutral: The role request of Ada is no longer pending.',
  ]);
  expect(areUsersOutdated()).toBe(true);
});

test('does not say that a removed user has a new role, and fetches the users again', async () => {
  respondWith(updated(1, 1));
  expect(await changeRole(ada, 'Instructor')).toBe(true);
  queryClient.setQueryData(usersKey, {});
  respondWith(updated(0, 0));
  expect(await changeRole(ada, 'Instructor')).toBe(true);
  expect(shown).toEqual(['success: Ada is now an Instructor.', 'neutral: Ada had already been removed.']);
  expect(areUsersOutdated()).toBe(true);
});
