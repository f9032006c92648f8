import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useRef } from 'react';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { showActionFailure, showOfflineNotice } from '../../client/outbox/outbox-toasts.ts';
import { PendingMark, usePendingAction } from '../../client/outbox/pending-marks.tsx';
import { leaveCourse, leaveCourseKind } from '../../domains/enrolments/enrolment-actions.ts';
import { Button } from '../../ui/button.tsx';
import { isFocusFree } from '../../ui/is-focus-free.ts';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { confirm } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';

const describeConsequence = ({ withdrawn }: EnrolledCourse) =>
  withdrawn
    ? 'This course was removed from the catalogue. You can’t enroll in it again.'
    : 'Your progress is kept. If you enroll again, you continue where you left off.';

/**
 * Leaves a course after confirmation. The card of the course disappears after the server's answer. If the focus is in the card or
 * nowhere, it moves to the page heading.
 */
export const LeaveButton = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const button = useRef<HTMLButtonElement>(null);
  const { action, isBlocked } = usePendingAction(leaveCourseKind, enrolment._id);
  const { mutate, isPending } = useMutation({
    mutationFn: () => leaveCourse(enrolment),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: () => {
      if (isFocusFree(button.current?.closest('article'))) focusPageHeading({ preventScroll: true });
      toast.success(`You have left ${enrolment.course_name}.`);
    },
  });
  const confirmAndLeave = async () => {
    const isConfirmed = await confirm({
      title: `Leave ${enrolment.course_name}?`,
      text: describeConsequence(enrolment),
      button: 'Leave course',
      cancel: 'Stay',
    });
    if (isConfirmed) mutate();
  };
  const isWorking = isPending || action !== undefined;
  return (
    <HiddenInAsOfView>
      <Button
        ref={button}
        variant="quiet"
        size="small"
        className="mt-2 w-full"
        isWorking={isWorking}
        onClick={() => void confirmAndLeave()}
      >
        {!isWorking && <LogOut className="size-4" />}
        Leave course
        <span className="sr-only"> {enrolment.course_name}</span>
        {isBlocked && <PendingMark />}
      </Button>
    </HiddenInAsOfView>
  );
};
