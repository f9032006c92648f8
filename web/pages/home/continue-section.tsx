import { useAtom, useAtomValue } from 'jotai';
import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { z } from 'zod/mini';
import { createDeviceSettingAtom } from '../../client/device-setting-atom.ts';
import { isHydratedAtom } from '../../client/hydration.ts';
import { paths } from '../../client/paths.ts';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { ProgressRing } from '../../domains/enrolments/components/progress-ring.tsx';
import type { NextModule } from '../../domains/enrolments/next-module.ts';
import { useNextModule } from '../../domains/enrolments/use-next-module.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Whether the section was shown on the last visit. If so, its space is reserved while data loads, so that nothing moves. */
const wasShownAtom = createDeviceSettingAtom('lyceum-continue', z.boolean(), false);

const Continuation = ({ enrolment, module }: NextModule) => (
  <>
    <CoursePicture
      course={enrolment}
      isEager
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
    <ButtonLink to={paths.learnCourse(enrolment._id, { module })} className="px-6 max-sm:w-full">
      <Play className="size-4" />
      Resume module {module}
      <span className="sr-only"> of {enrolment.course_name}</span>
    </ButtonLink>
  </>
);

/**
 * Reserves the space in a page that the server has rendered. `first-paint.js` makes the space visible only on devices that
 * showed the section on the last visit.
 */
const ServerPlaceholder = () => (
  <div aria-hidden="true" className="continue-placeholder hidden border-b border-hairline bg-surface">
    <div className="page-width flex min-h-52 items-center py-6 sm:min-h-36">
      <Skeleton className="h-24 w-full" />
    </div>
  </div>
);

export const ContinueSection = () => {
  const isHydrated = useAtomValue(isHydratedAtom);
  const continuation = useNextModule();
  const [wasShown, setWasShown] = useAtom(wasShownAtom);
  /** Null while the next module is loading, and until the client has taken over a rendered page. */
  const isShown = continuation === undefined || !isHydrated ? null : continuation !== null;
  useEffect(() => {
    if (isShown !== null) setWasShown(isShown);
  }, [isShown, setWasShown]);
  if (!isHydrated) return <ServerPlaceholder />;
  if (continuation === null || (continuation === undefined && !wasShown)) return null;
  return (
    <section aria-labelledby="continue" className="border-b border-hairline bg-surface">
      <div className="page-width flex min-h-52 flex-wrap items-center gap-x-6 gap-y-4 py-6 sm:min-h-36">
        {continuation ? (
          <Continuation {...continuation} />
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
