import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { paths } from '../../client/paths.ts';
import { LeftBanner } from '../../domains/enrolments/components/left-banner.tsx';
import { WithdrawnChip } from '../../domains/courses/components/withdrawn-chip.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { LessonSkeleton } from './learn-skeleton.tsx';
import { Learners } from './learners.tsx';
import { LessonRoom } from './lesson-room.tsx';
import { NotStarted } from './not-started.tsx';
import { OpeningGate } from './opening-gate.tsx';

/** A course as it is learned: its name, and the lesson, or what comes before it. */
export const LearnCourse = ({ enrolment, left }: { enrolment: EnrolledCourse; left: boolean }) => {
  usePageTitle(enrolment.course_name);
  return (
    <div className="page-width pt-5 pb-16 sm:pt-8 sm:pb-24">
      <LeftBanner left={left} />
      <header>
        <div className="flex items-center justify-between gap-4">
          <Link
            to={paths.showModules(enrolment._id)}
            className="inline-flex min-h-8 shrink-0 items-center gap-1.5 text-sm font-medium text-muted hover:text-brand hover:underline"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            Course page
          </Link>
          <Learners courseId={enrolment.started && !left ? enrolment.courseId : null} />
        </div>
        <h1
          tabIndex={-1}
          className="mt-1 font-serif text-2xl font-semibold tracking-tight wrap-anywhere sm:text-3xl"
        >
          {enrolment.course_name}
        </h1>
        {enrolment.withdrawn && (
          <p className="mt-2">
            <WithdrawnChip />
          </p>
        )}
      </header>
      {enrolment.started ? (
        <OpeningGate enrolment={enrolment} waiting={<LessonSkeleton />}>
          {(opening) => <LessonRoom enrolment={enrolment} left={left} opening={opening} />}
        </OpeningGate>
      ) : (
        <NotStarted enrolment={enrolment} left={left} />
      )}
    </div>
  );
};
