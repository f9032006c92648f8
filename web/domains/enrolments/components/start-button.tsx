import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { start } from '../acts.ts';
import { startKind } from '../kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { tell } from '../../../ui/popup.ts';
import { PresentOnly } from '../../../client/as-of/present-only.tsx';
import { sayFailure } from '../../../client/outbox/say-failure.ts';
import { sayIfItWaits } from '../../../client/outbox/say-if-it-waits.ts';
import { useOnce } from '../../../ui/use-once.ts';
import { useUnanswered, WaitsChip } from '../../../client/outbox/waits.tsx';

/** Starts a course that the student is enrolled in; whoever shows it takes it away once the course is started. */
export const StartButton = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const { begin, end } = useOnce();
  const { act, waits } = useUnanswered(startKind, enrolment._id);
  const { mutate, isPending } = useMutation({
    mutationFn: () => start(enrolment),
    onMutate: sayIfItWaits,
    onError: sayFailure,
    onSuccess: () => tell({ tone: 'success', title: `${enrolment.course_code} has been started for you` }),
    onSettled: end,
  });
  const working = isPending || act !== undefined;
  return (
    <>
      <PresentOnly>
        <Button
          working={working}
          onClick={() => {
            if (begin()) mutate();
          }}
        >
          {!working && <Play className="size-4 shrink-0" aria-hidden="true" />}
          Start Course Progress
        </Button>
      </PresentOnly>
      {waits && <WaitsChip className="self-center" />}
    </>
  );
};
