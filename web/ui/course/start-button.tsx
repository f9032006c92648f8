import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { EnrolledCourse } from '#events/contract/enrolments.ts';
import { start } from '../../lib/enrolments/acts.ts';
import { changeEnrolments } from '../../lib/enrolments/enrolments.ts';
import { withStarted } from '../../lib/enrolments/merge.ts';
import { Button } from '../button.tsx';
import { tell } from '../popup.ts';
import { sayIfItWaits } from '../say-if-it-waits.ts';
import { toast } from '../toast.ts';
import { useOnce } from '../use-once.ts';

/** Starts a course that the student is enrolled in; whoever shows it takes it away once the course is started. */
export const StartButton = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const { begin, end } = useOnce();
  const { mutate, isPending } = useMutation({
    mutationFn: () => start(enrolment),
    onMutate: sayIfItWaits,
    onError: (error) => toast.error(error.message),
    onSuccess: async () => {
      changeEnrolments((list) => withStarted(list, enrolment._id));
      await tell({ tone: 'success', title: `${enrolment.course_code} has been started for you` });
    },
    onSettled: end,
  });
  return (
    <Button
      working={isPending}
      onClick={() => {
        if (begin()) mutate();
      }}
    >
      {!isPending && <Play className="size-4 shrink-0" aria-hidden="true" />}
      Start Course Progress
    </Button>
  );
};
