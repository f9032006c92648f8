import { ArrowLeft, ArrowRight, History, Hourglass, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PastCourse } from '#contract/courses.ts';
import { stoodInWords } from '../../../domains/courses/moment-words.ts';
import { paths } from '../../../client/paths.ts';
import { ButtonLink, buttonClasses } from '../../../ui/button.tsx';

/** A way to another version; where there is none its place stays. */
const Step = ({ id, to, children }: { id: string; to: number | null; children: ReactNode }) =>
  to === null ? (
    <button type="button" disabled className={buttonClasses('second', 'small')}>
      {children}
    </button>
  ) : (
    <Link
      to={paths.courseAsOf(id, to)}
      replace
      preventScrollReset
      className={buttonClasses('second', 'small')}
    >
      {children}
    </Link>
  );

/** Says, for as long as the past is shown, that it is and which; and leads through it, and out of it. */
export const PastBanner = ({ course }: { course: PastCourse }) => {
  const { _id, asOf } = course;
  return (
    <section
      aria-label="You are looking at the past"
      className="border-b border-hairline bg-warning-ground text-warning lg:sticky lg:top-16 lg:z-20 [@media(max-height:30rem)]:static"
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-3.5">
        <div className="flex min-w-0 basis-96 grow gap-3">
          <Hourglass className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          <div className="min-w-0">
            {/* Told again with each step: the address is another, and nothing else would say so. */}
            <p role="status" className="font-medium wrap-anywhere">
              You are looking at the past: this course {stoodInWords(asOf)}. Version {asOf.version} of{' '}
              {asOf.versions}.
            </p>
            <p className="text-sm wrap-anywhere">{asOf.happened}.</p>
            {asOf.removed && (
              <p className="mt-1 flex items-center gap-1.5 text-sm font-medium">
                <Trash2 className="size-4 shrink-0" aria-hidden="true" />
                At that moment it was out of the catalogue; this is what it said last.
              </p>
            )}
          </div>
        </div>
        <nav aria-label="Versions of the course" className="flex flex-wrap gap-2">
          <Step id={_id} to={asOf.previous}>
            <ArrowLeft className="size-4" aria-hidden="true" />
            Previous version
          </Step>
          <Step id={_id} to={asOf.next}>
            Next version
            <ArrowRight className="size-4" aria-hidden="true" />
          </Step>
          <ButtonLink to={paths.audit({ record: `course-${_id}` })} look="second" size="small">
            <History className="size-4" aria-hidden="true" />
            History
          </ButtonLink>
          <ButtonLink to={paths.courseDetails(_id)} size="small">
            Back to today
          </ButtonLink>
        </nav>
      </div>
    </section>
  );
};
