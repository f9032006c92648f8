import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { updateAnswer } from '#contract/schemas/command-results.ts';
import type { PastCourse } from '#contract/schemas/courses.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { sendCommand } from '../../../client/api/send-command.ts';
import { useIsAllowed } from '../../../client/as-of.tsx';
import { paths } from '../../../client/paths.ts';
import { courseQuery, pastCourseKey } from '../../../domains/courses/course-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/popup.ts';
import { toast } from '../../../ui/toast.ts';
import { useGoTo } from '../../../ui/use-go-to.ts';
import { formatMoment } from './version-period.ts';

/**
 * Gives the course the fields of this version, with a new edit. The server refuses this if the course has been changed since the page
 * was loaded. Hidden for the latest version. A removed course must be restored first.
 */
export const RestoreVersionButton = ({ course: { _id, course_name, asOf } }: { course: PastCourse }) => {
  const isAllowed = useIsAllowed('course.edit');
  const goTo = useGoTo();
  const queryClient = useQueryClient();
  const restoration = useMutation({
    mutationFn: () =>
      sendCommand('POST', `/courses/${encodeURIComponent(_id)}/reversion`, updateAnswer, {
        body: { version: asOf.version, expectedVersion: asOf.versions },
      }),
    onError: (error) => toast.error(error.message),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount === 0) toast.neutral('The course already has these fields.');
      else toast.success('Version restored.');
      return goTo(paths.courseDetails(_id));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: pastCourseKey }),
  });
  const current = useQuery({ ...courseQuery(_id), enabled: isAllowed && asOf.until !== null });
  if (!isAllowed || asOf.until === null) return null;
  if (current.error instanceof ApiError && current.error.status === 404)
    return (
      <p className="text-sm text-muted">
        The course has been removed.{' '}
        <Link to={paths.audit({ record: `course-${_id}` })} className="underline underline-offset-4">
          Restore the course in its history
        </Link>{' '}
        before you restore a version.
      </p>
    );
  const confirmAndRestore = async () => {
    const isConfirmed = await confirm({
      title: 'Restore this version?',
      text: `${course_name} will be as it was on ${formatMoment(asOf.at)}. The history keeps the current version.`,
      button: 'Restore',
    });
    if (isConfirmed) restoration.mutate();
  };
  return (
    <Button variant="secondary" size="small" isWorking={restoration.isPending} onClick={confirmAndRestore}>
      {!restoration.isPending && <Undo2 className="size-4" />}
      Restore this version
    </Button>
  );
};
