import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { GraduationCap } from 'lucide-react';
import type { Course } from '#contract/courses.ts';
import { enrol } from '../acts.ts';
import { useEnrolments } from '../enrolments.ts';
import { enrolKind } from '../kinds.ts';
import { paths } from '../../../client/paths.ts';
import { studentEmailAtom } from '../../../client/session/student.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { tell } from '../../../ui/popup.ts';
import { PresentOnly } from '../../../client/as-of/present-only.tsx';
import { sayFailure } from '../../../client/outbox/say-failure.ts';
import { sayIfItWaits } from '../../../client/outbox/say-if-it-waits.ts';
import { useOnce } from '../../../ui/use-once.ts';
import { useUnanswered, WaitsMark } from '../../../client/outbox/waits.tsx';

const ForStudent = ({ course, email, compact }: { course: Course; email: string; compact: boolean }) => {
  const { data } = useEnrolments();
  const enrolment = data?.find(({ courseId }) => courseId === course._id);
  const { begin, end } = useOnce();
  const { act, waits } = useUnanswered(enrolKind, course._id);
  const { mutate, isPending } = useMutation({
    mutationFn: () => enrol(course, email),
    onMutate: sayIfItWaits,
    onError: sayFailure,
    onSuccess: () => tell({ tone: 'success', title: 'Course enrolled successfully' }),
    onSettled: end,
  });
  if (enrolment)
    return (
      <ButtonLink
        to={paths.showModules(enrolment._id)}
        {...(compact ? { size: 'small' } : { className: 'min-w-full' })}
      >
        {compact ? 'Course page' : 'Enrolled · Go to course page'}
      </ButtonLink>
    );
  const working = isPending || act !== undefined;
  return (
    <PresentOnly>
      <Button
        {...(compact ? { size: 'small' } : { className: 'min-w-full' })}
        working={working}
        onClick={() => {
          if (begin()) mutate();
        }}
      >
        {!working && <GraduationCap className="size-4.5 shrink-0" aria-hidden="true" />}
        Enroll
        {waits && <WaitsMark />}
      </Button>
    </PresentOnly>
  );
};

/**
 * Enrols in a course; who is enrolled goes on to its start page. Shown to students.
 * @param compact as small as it may be, where it stands in a bar beside others.
 * @param className of what holds it, which takes part in the layout around it.
 */
export const EnrolButton = ({
  course,
  compact = false,
  className = 'contents',
}: {
  course: Course;
  compact?: boolean;
  className?: string;
}) => {
  const email = useAtomValue(studentEmailAtom);
  if (email === null) return null;
  return (
    <span className={className}>
      <ForStudent course={course} email={email} compact={compact} />
    </span>
  );
};
