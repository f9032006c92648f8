import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { store } from '../store.ts';
import { depart, departureAtom, endDeparture, isOwnDeparture } from './departure.ts';

beforeEach(endDeparture);

const finishing = () => {
  let times = 0;
  const finish = async () => {
    times += 1;
  };
  return { finish, times: () => times };
};
const lost = () => new ApiError({ code: 'offline', detail: 'The server cannot be reached.' });
const refused = () => new ApiError({ code: 'last-admin', detail: 'The last Admin.', status: 409 });

test('the answer ends it', async () => {
  const { finish, times } = finishing();
  await depart(async () => {}, finish);
  expect([times(), store.get(departureAtom)]).toEqual([1, 'gone']);
  // The news that come now are still of this tab's own act; once it is signed out they are not.
  expect(isOwnDeparture()).toBe(true);
  endDeparture();
  expect([isOwnDeparture(), times()]).toEqual([false, 1]);
});

test('so do the news, before an answer that never comes', async () => {
  const { finish, times } = finishing();
  const departing = depart(() => new Promise(() => {}), finish);
  expect(store.get(departureAtom)).toBe('under-way');
  expect(isOwnDeparture()).toBe(true);
  await departing;
  expect([times(), store.get(departureAtom)]).toEqual([1, 'gone']);
});

test('so do the news after the answer was lost, and once', async () => {
  const { finish, times } = finishing();
  await expect(depart(() => Promise.reject(lost()), finish)).rejects.toMatchObject({ code: 'offline' });
  expect([times(), store.get(departureAtom)]).toEqual([0, 'in-doubt']);
  expect([isOwnDeparture(), isOwnDeparture()]).toEqual([true, true]);
  expect([times(), store.get(departureAtom)]).toEqual([1, 'gone']);
});

test('what the server refused is not done: news of a removal are somebody else’s', async () => {
  const { finish, times } = finishing();
  await expect(depart(() => Promise.reject(refused()), finish)).rejects.toMatchObject({ code: 'last-admin' });
  expect([isOwnDeparture(), times(), store.get(departureAtom)]).toEqual([false, 0, 'none']);
});
