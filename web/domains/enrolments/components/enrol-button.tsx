import { useAtomValue } from 'jotai';
import { GraduationCap } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import type { Course } from '#contract/schemas/courses.ts';
import { HiddenInAsOfView } from '../../../client/as-of.tsx';
import { showActionFailure, showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { PendingMark, usePendingAction } from '../../../client/outbox/pending-marks.tsx';
import { paths } from '../../../client/paths.ts';
import { studentEmailAtom, viewerAtom } from '../../../client/session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { offerNextStep } from '../../../ui/popup.ts';
import { useGoTo } from '../../../ui/use-go-to.ts';
import { useSingleMutation } from '../../../ui/use-single-mutation.ts';
import { enrolInCourse, enrolKind } from '../enrolment-actions.ts';
import { useEnrolments } from '../enrolment-queries.ts';

/** Returns the layout of the button: a small one for the bar on narrow screens, otherwise one that fills its row. */
const getButtonLayout = (isCompact: boolean) =>
  isCompact ? ({ size: 'small' } as const) : { className: 'min-w-full' };

const StudentButton = ({
  course,
  email,
  isCompact,
}: {
  course: Course;
  email: string;
  isCompact: boolean;
}) => {
  const { data, isLoading } = useEnrolments();
  const enrolment = data?.find(({ courseId }) => courseId === course._id);
  const { action, isBlocked } = usePendingAction(enrolKind, course._id);
  const goTo = useGoTo();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => enrolInCourse(course, email),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: async ({ insertedId }) => {
      const popup = { tone: 'good', title: 'Course enrolled successfully' } as const;
      if (await offerNextStep({ ...popup, button: 'Go to course page' }))
        await goTo(paths.showModules(insertedId), { isForced: true });
    },
  });
  if (enrolment)
    return (
      <ButtonLink to={paths.showModules(enrolment._id)} {...getButtonLayout(isCompact)}>
        {isCompact ? 'Course page' : 'Enrolled · Go to course page'}
      </ButtonLink>
    );
  // Until the enrolments are loaded, it is not known whether the student is enrolled.
  const isWorking = isLoading || isPending || action !== undefined;
  return (
    <HiddenInAsOfView>
      <Button {...getButtonLayout(isCompact)} isWorking={isWorking} onClick={() => mutate()}>
        {!isWorking && <GraduationCap className="size-4.5 shrink-0" />}
        Enroll
        {isBlocked && <PendingMark />}
      </Button>
    </HiddenInAsOfView>
  );
};

/** Leads a visitor to the registration page, which also links to the login page. Afterwards the user returns to the course. */
const VisitorLink = ({ isCompact }: { isCompact: boolean }) => {
  const { pathname, search, hash } = useLocation();
  return (
    <HiddenInAsOfView>
      <ButtonLink
        to={paths.register}
        state={{ from: `${pathname}${search}${hash}` }}
        {...getButtonLayout(isCompact)}
      >
        Register to enroll
      </ButtonLink>
    </HiddenInAsOfView>
  );
};

/**
 * A button that enrols a student in a course, and then links to the course page. Visitors are asked to register. Hidden for
 * everybody else.
 * @param isCompact a small button for the bar on narrow screens.
 * @param className for the wrapper. By default the wrapper has no box of its own, so the button takes part in the surrounding layout.
 */
export const EnrolButton = ({
  course,
  isCompact = false,
  className = 'contents',
}: {
  course: Course;
  isCompact?: boolean;
  className?: string;
}) => {
  const email = useAtomValue(studentEmailAtom);
  const isVisitor = useAtomValue(viewerAtom) === 'visitor';
  if (email === null && !isVisitor) return null;
  return (
    <span className={className}>
      {email === null ? (
        <VisitorLink isCompact={isCompact} />
      ) : (
        <StudentButton course={course} email={email} isCompact={isCompact} />
      )}
    </span>
  );
};
