import type { Pool } from 'pg';
import type { LogReader } from '#events/log/log.ts';
import { tryAgainLater } from '#platform/problems.ts';

const patience = 2_000;
const lookAgainMs = 25;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type FindCourse = (course: { code: string; name: string }) => Promise<string | null>;

/**
 * Finds a course by code and name, in the read table, as of the log's head when it was asked for. One of the catalogue
 * goes before one that was removed, the one that was added first before others of the same name.
 * @returns `findCourse`, which gives the course's id or null, and throws `unavailable` when the table is more than 2 s
 * behind and the course is not in it yet.
 */
export const openCourseFinder =
  (pool: Pick<Pool, 'query'>, reader: Pick<LogReader, 'head'>): FindCourse =>
  async ({ code, name }) => {
    const head = await reader.head();
    for (const until = performance.now() + patience; ; await sleep(lookAgainMs)) {
      const { rows } = await pool.query<{ id: string | null; fresh: boolean }>(
        `select position >= $3 as fresh,
                (select id from read.courses where code = $1 and name = $2
                 order by withdrawn, added_position limit 1) as id
         from read.checkpoints where model = 'courses'`,
        [code, name, head],
      );
      const [row] = rows;
      if (row?.fresh) return row.id;
      if (performance.now() < until) continue;
      if (row?.id) return row.id;
      throw tryAgainLater('unavailable', 'The list of courses is not up to date yet. Try again.', 2);
    }
  };
