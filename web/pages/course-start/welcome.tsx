import { useAtomValue } from 'jotai';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { StartButton } from '../../domains/enrolments/components/start-button.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';

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
