import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { leave } from '../../domains/enrolments/acts.ts';
import { leaveKind } from '../../domains/enrolments/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/popup.ts';
import { PresentOnly } from '../../client/as-of/present-only.tsx';
import { sayFailure } from '../../client/outbox/say-failure.ts';
import { sayIfItWaits } from '../../client/outbox/say-if-it-waits.ts';
import { toast } from '../../ui/toast.ts';
import { useUnanswered, WaitsMark } from '../../client/outbox/waits.tsx';

const consequence = ({ withdrawn }: EnrolledCourse) =>
  withdrawn
    ? 'This course was withdrawn from the catalogue: you could not enroll in it again.'
    : 'Your progress is kept; enroll again and you go on where you were.';

/** Leaves a course after asking; its card goes once the server has said so, and the page's heading takes the focus. */
export const LeaveButton = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const { act, waits } = useUnanswered(leaveKind, enrolment._id);
  const { mutate, isPending } = useMutation({
    mutationFn: () => leave(enrolment),
    onMutate: sayIfItWaits,
    onError: sayFailure,
    onSuccess: () => {
      document.querySelector<HTMLElement>('main h1')?.focus();
      toast.success(`You have left ${enrolment.course_name}.`);
    },
  });
  const ask = async () => {
    const sure = await confirm({
      title: `Leave ${enrolment.course_name}?`,
      text: consequence(enrolment),
      button: 'Yes, leave it',
      cancel: 'Stay',
    });
    if (sure) mutate();
  };
  const working = isPending || act !== undefined;
  return (
    <PresentOnly>
      <Button look="quiet" size="small" className="mt-2 w-full" working={working} onClick={() => void ask()}>
        {!working && <LogOut className="size-4" aria-hidden="true" />}
        Leave course
        <span className="sr-only"> {enrolment.course_name}</span>
        {waits && <WaitsMark />}
      </Button>
    </PresentOnly>
  );
};
