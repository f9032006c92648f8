import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Roster } from '#contract/schemas/roster.ts';
import { createFixedStudentsQuery, rosterQuery } from './roster-queries.ts';

const filter = { search: '', sort: 'name', order: 'ascending', state: null, inactiveDays: null } as const;
const answer: Roster = {
  course: { _id: 'c1', course_name: 'Optics', course_code: 'PHY', withdrawn: false },
  enrolled: 0,
  total: 0,
  students: [],
};

test('keeps the students of an open form after a reconnect, and fetches them again only on request', async () => {
  const client = new QueryClient();
  let requests = 0;
  const queryFn = async () => {
    requests += 1;
    return answer;
  };
  const observer = new QueryObserver(client, { ...createFixedStudentsQuery('c1', filter, 500), queryFn });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().status).toBe('success');
  // A reconnect after a long time invalidates all queries.
  await client.invalidateQueries();
  await client.refetchQueries();
  expect(requests).toBe(1);
  await observer.refetch();
  expect(requests).toBe(2);
  stop();
  client.clear();
});

test('keeps the previous page of a roster while another page of the same course loads, but not for another course', async () => {
  const client = new QueryClient();
  let isLoaded = Promise.resolve();
  const createOptions = (courseId: string, page: number) => ({
    ...rosterQuery(courseId, filter, page),
    queryFn: async () => {
      await isLoaded;
      return { data: answer, position: 1 };
    },
  });
  const observer = new QueryObserver(client, createOptions('c1', 1));
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toEqual(answer);
  isLoaded = new Promise(() => {});
  observer.setOptions(createOptions('c1', 2));
  expect(observer.getCurrentResult()).toMatchObject({ data: answer, isPlaceholderData: true });
  observer.setOptions(createOptions('c2', 1));
  expect(observer.getCurrentResult().data).toBeUndefined();
  stop();
  client.clear();
});
