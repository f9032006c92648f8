import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { User } from '#contract/schemas/users.ts';
import { createEmitter } from '../../client/emitter.ts';
import { liveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';
import { registerUserLiveHandlers, removeCachedUser } from './user-live.ts';
import { directoryQuery } from './user-queries.ts';

const user = (number: number): User => ({
  _id: `00000000-0000-4000-8000-00000000000${number}`,
  name: `Person ${number}`,
  imageUrl: '/p.svg',
  email: `p${number}@example.org`,
  userType: 'Student',
  wishedType: null,
  registeredAt: '2026-01-01T00:00:00.000Z',
});
const respond = (users: User[], total: number, position: number) =>
  Response.json({ total, users }, { headers: { 'log-id': 'log', 'log-position': String(position) } });

const live = { ...liveEvents, updates: createEmitter<LiveMessage>() };
registerUserLiveHandlers(live);
const emitChange = (position: number): void =>
  live.updates.emit({ position, kind: 'user-changed', data: user(1) });

const fetchPage = vi.fn<(path: string) => Promise<Response>>();
const students = { search: 'p', userTypes: ['Student'] } as const;
let observer = new QueryObserver(queryClient, directoryQuery(students, 2, 25));
const getShown = () => observer.getCurrentResult().data;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchPage);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  observer = new QueryObserver(queryClient, directoryQuery(students, 2, 25));
});
afterEach(() => {
  observer.destroy();
  queryClient.clear();
  fetchPage.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('fetches one page of a listing, and removes a user from it', async () => {
  fetchPage.mockResolvedValueOnce(respond([user(1), user(2)], 27, 1));
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(fetchPage.mock.calls[0]?.[0]).toBe('/directory?search=p&userTypes=Student&page=2&limit=25');
  removeCachedUser(user(1)._id);
  removeCachedUser(user(9)._id);
  await vi.advanceTimersByTimeAsync(0);
  expect(getShown()).toEqual({ total: 26, users: [user(2)] });
});

test('fetches the shown page again, once for several changes', async () => {
  fetchPage.mockResolvedValueOnce(respond([user(1)], 26, 10));
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  fetchPage.mockResolvedValueOnce(respond([user(2)], 27, 13));
  for (const position of [11, 12, 13]) emitChange(position);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(getShown()).toEqual({ total: 27, users: [user(2)] });
  expect(fetchPage).toHaveBeenCalledTimes(2);
  // The page already contains this change.
  emitChange(13);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

test('repeats a request whose answer is older than a change that was reported in the meantime', async () => {
  const late = Promise.withResolvers<Response>();
  fetchPage.mockReturnValueOnce(late.promise);
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  emitChange(21);
  await vi.advanceTimersByTimeAsync(5_000);
  fetchPage.mockResolvedValueOnce(respond([user(2)], 27, 21));
  late.resolve(respond([user(1)], 26, 20));
  await vi.advanceTimersByTimeAsync(0);
  expect(getShown()).toEqual({ total: 27, users: [user(2)] });
});
