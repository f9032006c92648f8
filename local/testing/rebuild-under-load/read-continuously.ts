/** Clients that read most lists of the product repeatedly and check the answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledged, Actor } from './school-activity.ts';
import { emailOf, type Product } from './start-product.ts';

/** Short enough to read each list several times during a rebuild; long enough to leave a small machine time for the rebuild. */
const pauseMs = 250;

/** `idsKey`: the key in `Acknowledged.ids` of the records that the list must contain. */
type List = { path: string; token: string | null; idsKey: string };

const listsOf = (people: { admin: Actor; students: readonly Actor[] }): List[] => {
  const { admin, students } = people;
  const list = (path: string, token: string | null = null): List => ({ path, token, idsKey: path });
  return [
    list('/courses'),
    { ...list('/reviews?limit=500'), idsKey: '/reviews' },
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

type Row = { _id?: string; updatedAt?: unknown };
const rowsIn = (body: unknown): Row[] => (Array.isArray(body) ? body : []);

/** One sentence for each violation, the number of reads, and the number of reads that were not stale. */
export type ReadReport = { problems: string[]; reads: number; freshReads: number };

/**
 * Reads all lists until `isStopped` returns true. Checks that every request succeeds, that no answer and no course becomes older, and
 * that every record that was acknowledged before the request is present. A stale answer must contain at least the records that were
 * acknowledged before the last request with a fresh answer.
 * @param report receives the results.
 */
export const readContinuously = async (
  product: Pick<Product, 'call'>,
  people: { admin: Actor; students: readonly Actor[] },
  acknowledged: Acknowledged,
  isStopped: () => boolean,
  report: ReadReport,
): Promise<void> => {
  const lists = listsOf(people);
  const { problems } = report;
  const watch = async (list: List) => {
    let newest = 0;
    let requiredIfStale = new Set<string>();
    const versions = new Map<string, { updatedAt: string; position: number }>();
    const compareWithEarlier = ({ _id: id, updatedAt }: Row, position: number) => {
      if (id === undefined || typeof updatedAt !== 'string') return;
      const before = versions.get(id);
      // ISO times can be compared as text.
      if (before && updatedAt < before.updatedAt)
        problems.push(
          `${list.path}: the version of ${id} at position ${position} is from ${updatedAt}, but that at ${before.position} was from ${before.updatedAt}`,
        );
      else versions.set(id, { updatedAt, position });
    };
    while (!isStopped()) {
      await sleep(pauseMs);
      const requiredIfFresh = new Set(acknowledged.ids.get(list.idsKey));
      const requestedPosition = acknowledged.position;
      const answer = await product.call('GET', list.path, { token: list.token, after: requestedPosition });
      report.reads += 1;
      if (answer.status !== 200) {
        problems.push(`${list.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        continue;
      }
      if (answer.position < newest)
        problems.push(`${list.path}: an answer at position ${answer.position} came after one at ${newest}`);
      newest = answer.position;
      if (!answer.isStale) report.freshReads += 1;
      const rows = rowsIn(answer.body);
      if (list.idsKey === '/courses') for (const row of rows) compareWithEarlier(row, answer.position);
      const found = new Set(rows.map(({ _id }) => _id ?? ''));
      for (const id of answer.isStale ? requiredIfStale : requiredIfFresh)
        if (!found.has(id))
          problems.push(
            `${list.path}: ${id} is missing at position ${answer.position}, although ${requestedPosition} was requested`,
          );
      if (!answer.isStale) requiredIfStale = requiredIfFresh;
    }
  };
  await Promise.all(lists.map(watch));
};
