import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { paths } from '../../client/paths.ts';
import { WithdrawnChip } from '../../domains/courses/components/withdrawn-chip.tsx';
import { CourseLeftBanner } from '../../domains/enrolments/components/course-left-banner.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { LessonSkeleton } from './learn-skeleton.tsx';
import { LearnerCount } from './learner-count.tsx';
import { LessonView } from './lesson-view.tsx';
import { NotStarted } from './not-started.tsx';
import { OpeningPositionGate } from './opening-position-gate.tsx';

/** The course name with the lesson, or with the start button. */
export const LearnCourse = ({ enrolment, hasLeft }: { enrolment: EnrolledCourse; hasLeft: boolean }) => {
  usePageTitle(enrolment.course_name);
  return (
    <div className="page-width pt-5 pb-16 sm:pt-8 sm:pb-24">
      <CourseLeftBanner hasLeft={hasLeft} />
      <header>
        <div className="flex items-center justify-between gap-4">
          <Link
            to={paths.showModules(enrolment._id)}
            className="inline-flex min-h-8 shrink-0 items-center gap-1.5 text-sm font-medium text-muted hover:text-brand hover:underline"
          >
            <ArrowLeft className="size-4" />
            Course page
          </Link>
          <LearnerCount courseId={enrolment.started && !hasLeft ? enrolment.courseId : null} />
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
        <OpeningPositionGate enrolment={enrolment} fallback={<LessonSkeleton />}>
          {(opening) => <LessonView enrolment={enrolment} hasLeft={hasLeft} opening={opening} />}
        </OpeningPositionGate>
      ) : (
        <NotStarted enrolment={enrolment} hasLeft={hasLeft} />
      )}
    </div>
  );
};
