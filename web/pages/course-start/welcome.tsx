import { useAtomValue } from 'jotai';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { ProgressRing } from '../../domains/enrolments/components/progress-ring.tsx';
import { StartButton } from '../../domains/enrolments/components/start-button.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** Greets the student, with the progress or, before the start, the button to start the course. */
export const Welcome = ({ enrolment, hasLeft }: { enrolment: EnrolledCourse; hasLeft: boolean }) => {
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
        !hasLeft && <StartButton enrolment={enrolment} />
      )}
      {!hasLeft && (
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
