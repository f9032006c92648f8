import { useAtomValue } from 'jotai';
import { sessionAtom, studentEmailAtom } from '../../client/session/session.ts';
import { useActivity } from '../activity/activity-queries.ts';
import { useEnrolments } from './enrolment-queries.ts';
import { findNextModule, type NextModule } from './next-module.ts';

/**
 * Returns the module with which the student continues: undefined while loading, null if there is none or if the enrolments could not
 * be loaded.
 */
export const useNextModule = (): NextModule | null | undefined => {
  const session = useAtomValue(sessionAtom);
  const email = useAtomValue(studentEmailAtom);
  const enrolments = useEnrolments();
  const activity = useActivity();
  if (session.status === 'loading') return undefined;
  if (email === null) return session.status === 'signed-in' && session.role === 'loading' ? undefined : null;
  if (enrolments.isError) return null;
  if (!enrolments.data || activity.isPending) return undefined;
  return findNextModule(enrolments.data, activity.data?.courses ?? []);
};
