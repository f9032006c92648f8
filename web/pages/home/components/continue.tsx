import { useAtom, useAtomValue } from 'jotai';
import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { z } from 'zod';
import { useActivity } from '../../../domains/activity/activity.ts';
import { deviceSetting } from '../../../client/device-setting.ts';
import { type Continuation, continuationOf } from '../../../domains/enrolments/continue.ts';
import { useEnrolments } from '../../../domains/enrolments/enrolments.ts';
import { paths } from '../../../client/paths.ts';
import { sessionAtom } from '../../../client/session/session.ts';
import { studentEmailAtom } from '../../../client/session/student.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { CoursePicture } from '../../../domains/courses/components/course-picture.tsx';
import { ProgressRing } from '../../../ui/progress-ring.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Whether this place was filled when the page was last left: then it is kept free until it is known again. */
const wasFilledAtom = deviceSetting('lyceum-continue', z.boolean(), false);

/** What there is to go on with; undefined while that is not known, null for whoever has nothing under way. */
const useContinuation = (): Continuation | null | undefined => {
  const session = useAtomValue(sessionAtom);
  const email = useAtomValue(studentEmailAtom);
  const enrolments = useEnrolments();
  const activity = useActivity();
  if (session.status === 'loading') return undefined;
  if (email === null) return session.status === 'signed-in' && session.role === 'asking' ? undefined : null;
  if (enrolments.isError) return null;
  if (!enrolments.data || activity.isPending) return undefined;
  return continuationOf(enrolments.data, activity.data?.courses ?? []);
};

const Shown = ({ enrolment, module }: Continuation) => (
  <>
    <CoursePicture
      course={enrolment}
      eager
      className="w-40 shrink-0 rounded-control max-sm:hidden [&_.font-serif]:text-2xl"
    />
    <div className="min-w-0 flex-1">
      <h2 id="continue" className="text-sm font-medium text-muted">
        Continue
      </h2>
      <p className="mt-1 line-clamp-2 font-serif text-xl leading-[1.15] font-semibold wrap-anywhere">
        {enrolment.course_name}
      </p>
      <div className="mt-2">
        <ProgressRing completed={enrolment.completedModules} />
      </div>
    </div>
    <ButtonLink
      to={`${paths.learnCourse(enrolment._id)}?${new URLSearchParams({ module: String(module) })}`}
      className="px-6 max-sm:w-full"
    >
      <Play className="size-4" aria-hidden="true" />
      Resume module {module}
      <span className="sr-only"> of {enrolment.course_name}</span>
    </ButtonLink>
  </>
);

/** The course that a student is in the middle of, first of all, and the way on. */
export const Continue = () => {
  const continuation = useContinuation();
  const [wasFilled, setWasFilled] = useAtom(wasFilledAtom);
  const isFilled = continuation === undefined ? null : continuation !== null;
  useEffect(() => {
    if (isFilled !== null) setWasFilled(isFilled);
  }, [isFilled, setWasFilled]);
  if (continuation === null || (continuation === undefined && !wasFilled)) return null;
  return (
    <section aria-labelledby="continue" className="border-b border-hairline bg-surface">
      <div className="page-width flex min-h-52 flex-wrap items-center gap-x-6 gap-y-4 py-6 sm:min-h-36">
        {continuation ? (
          <Shown {...continuation} />
        ) : (
          <>
            <h2 id="continue" className="sr-only">
              Continue
            </h2>
            <Skeleton className="h-24 w-full" />
          </>
        )}
      </div>
    </section>
  );
};
