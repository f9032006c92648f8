import type { Pool } from 'pg';
import { userStream } from '#events/catalogue/streams/user.ts';
import { firstTeacherId } from './fill-school.ts';

/**
 * Checks that a school has no archive. If it has users or courses, they must include the first user of an interrupted run.
 * @throws Error that says what to do, because nothing can be deleted from a log.
 */
export const requireEmptySchool = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ is_used: boolean }>(
    `select exists (select from log.segments)
       or exists (select from log.events where type in ('UserRegistered', 'CourseAdded'))
         and not exists (select from log.events where stream = $1) as is_used`,
    [userStream(firstTeacherId)],
  );
  if (rows[0]?.is_used !== false)
    throw new Error(
      'This school already has users, courses or an archive, and nothing can be deleted from its log. Start an empty school: DATA_DIR=.large npm start -- --empty.',
    );
};
