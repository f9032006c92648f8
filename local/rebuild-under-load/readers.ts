/** Readers who ask for every list, again and again, and mind what they see. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledged, Actor } from './acts.ts';
import { emailOf, type Product } from './product.ts';

type List = { path: string; token: string | null; kept: string };

const listsOf = (people: { admin: Actor; students: readonly Actor[] }): List[] => {
  const { admin, students } = people;
  const list = (path: string, token: string | null = null): List => ({ path, token, kept: path });
  return [
    list('/courses'),
    { ...list('/reviews?limit=500'), kept: '/reviews' },
    list('/ratings'),
    list('/highRatedCourses'),
    list('/announcement', admin.token),
    list('/users', admin.token),
    list('/audit', admin.token),
    list('/quizzes/marking', admin.token),
    ...students.flatMap(({ uid, token }) => {
      const email = emailOf(uid);
      return [
        list(`/bookmarks/${email}`, token),
        list(`/enrolledCourses?email=${email}`, token),
        list(`/progress/${email}`, token),
        list(`/notes/${email}`, token),
        list(`/quizzes?email=${email}`, token),
        list(`/certificates/${email}`, token),
        list(`/activity/${email}?timeZone=UTC`, token),
      ];
    }),
  ];
};

const idsIn = (body: unknown): Set<string> =>
  new Set(Array.isArray(body) ? body.map((one: { _id?: string }) => one._id ?? '') : []);

/**
 * Reads until told to stop. Of every answer: it is one, it is no older than the last of its kind, and nothing is missing that was
 * acknowledged before it was asked for (or, where it says that it is stale, that was seen before).
 * @returns what was wrong, in sentences, and how much was read.
 */
export const readAllDay = async (
  product: Product,
  people: { admin: Actor; students: readonly Actor[] },
  acknowledged: Acknowledged,
  isOver: () => boolean,
): Promise<{ complaints: string[]; reads: number; stale: number }> => {
  const lists = listsOf(people);
  const complaints: string[] = [];
  let [reads, stale] = [0, 0];
  const watch = async (list: List) => {
    let newest = 0;
    let seen = new Set<string>();
    while (!isOver()) {
      await sleep(20);
      const before = new Set(acknowledged.ids.get(list.kept));
      const after = acknowledged.position;
      const answer = await product.call('GET', list.path, { token: list.token, after });
      reads += 1;
      if (answer.status !== 200) {
        complaints.push(`${list.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        continue;
      }
      if (answer.position < newest) complaints.push(`${list.path}: ${answer.position} after ${newest}`);
      newest = answer.position;
      if (answer.stale) stale += 1;
      const found = idsIn(answer.body);
      for (const id of answer.stale ? seen : before)
        if (!found.has(id))
          complaints.push(`${list.path}: without ${id} at ${answer.position}, after ${after}`);
      if (!answer.stale) seen = before;
    }
  };
  await Promise.all(lists.map(watch));
  return { complaints, reads, stale };
};
