import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Play } from 'lucide-react';
import type { EnrolledCourse } from '#events/contract/enrolments.ts';
import { start } from '../../lib/enrolments/acts.ts';
import { changeEnrolments } from '../../lib/enrolments/enrolments.ts';
import { withStarted } from '../../lib/enrolments/merge.ts';
import { paths } from '../../lib/paths.ts';
import { sessionAtom } from '../../lib/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { tell } from '../../ui/popup.ts';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { sayIfItWaits } from '../../ui/say-if-it-waits.ts';
import { toast } from '../../ui/toast.ts';
import { useOnce } from '../../ui/use-once.ts';

const StartButton = ({ enrolment }: { enrolment: EnrolledCourse }) => {
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

/** Greets the student by name and e-mail; before the start the button for it, then how far they are. */
export const Welcome = ({ enrolment, left }: { enrolment: EnrolledCourse; left: boolean }) => {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'signed-in') return null;
  const { displayName, email } = session.person;
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div className="min-w-0">
        <h2 className="font-serif text-xl font-semibold wrap-anywhere">Welcome, {displayName}</h2>
        <p className="mt-1 text-sm text-muted wrap-anywhere">{email}</p>
      </div>
      {enrolment.started ? (
        <ProgressRing completed={enrolment.completedModules} />
      ) : (
        !left && <StartButton enrolment={enrolment} />
      )}
      {!left && (
        <ButtonLink
          to={paths.learnCourse(enrolment._id)}
          look={enrolment.started ? 'main' : 'second'}
          className="w-full"
        >
          Start Learning
        </ButtonLink>
      )}
    </Card>
  );
};
