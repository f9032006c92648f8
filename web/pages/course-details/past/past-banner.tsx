import { ArrowLeft, ArrowRight, History, Hourglass, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PastCourse } from '#contract/schemas/courses.ts';
import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { RestoreVersionButton } from './restore-version-button.tsx';
import { formatVersionPeriod } from './version-period.ts';

/** A link to another version. If there is none, it does nothing, but stays a link, so that it keeps the focus. */
const VersionLink = ({ id, to, children }: { id: string; to: number | null; children: ReactNode }) => (
  <ButtonLink
    to={to === null ? '' : paths.courseAsOf(id, to)}
    replace
    aria-disabled={to === null || undefined}
    onClick={(event) => {
      if (to === null) event.preventDefault();
    }}
    variant="secondary"
    size="small"
  >
    {children}
  </ButtonLink>
);

/** Shows which past version is displayed, with links to other versions and the current one. */
export const PastBanner = ({ course }: { course: PastCourse }) => {
  const { _id, asOf } = course;
  return (
    <section
      aria-label="Past version"
      className="border-b border-hairline bg-warning-ground text-warning lg:sticky lg:top-16 lg:z-20 [@media(max-height:30rem)]:static"
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-3.5">
        <div className="flex min-w-0 basis-96 grow gap-3">
          <Hourglass className="mt-0.5 size-5 shrink-0" />
          <div className="min-w-0">
            {/* A live region: screen readers would not notice the change to another version, because no page is loaded. */}
            <p role="status" className="font-medium wrap-anywhere">
              You are viewing a past version: this course {formatVersionPeriod(asOf)}. Version {asOf.version}{' '}
              of {asOf.versions}.
            </p>
            <p className="text-sm wrap-anywhere">{asOf.happened}.</p>
            {asOf.removed && (
              <p className="mt-1 flex items-center gap-1.5 text-sm font-medium">
                <Trash2 className="size-4 shrink-0" />
                The course was removed at that moment. This is its last version.
              </p>
            )}
          </div>
        </div>
        <nav aria-label="Versions of the course" className="flex flex-wrap gap-2">
          <VersionLink id={_id} to={asOf.previous}>
            <ArrowLeft className="size-4" />
            Previous version
          </VersionLink>
          <VersionLink id={_id} to={asOf.next}>
            Next version
            <ArrowRight className="size-4" />
          </VersionLink>
          {/* Without the key, React would keep the button when "Back" shows another version, and an open confirmation or a retry would restore that version. */}
          <RestoreVersionButton key={`${_id} ${asOf.version}`} course={course} />
          <ButtonLink to={paths.audit({ record: `course-${_id}` })} variant="secondary" size="small">
            <History className="size-4" />
            History
          </ButtonLink>
          <ButtonLink to={paths.courseDetails(_id)} size="small">
            Current version
          </ButtonLink>
        </nav>
      </div>
    </section>
  );
};
