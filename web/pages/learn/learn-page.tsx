import { ArrowLeft, UsersRound } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { useLearnerCount } from '../../client/live/presence.ts';
import { paths } from '../../client/paths.ts';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { RemovedCourseChip } from '../../domains/courses/components/removed-course-chip.tsx';
import { CourseLeftBanner } from '../../domains/enrolments/components/course-left-banner.tsx';
import { EnrolmentMissing } from '../../domains/enrolments/components/enrolment-missing.tsx';
import { StartButton } from '../../domains/enrolments/components/start-button.tsx';
import { useEnrolment } from '../../domains/enrolments/enrolment-queries.ts';
import { usePlayback } from '../../domains/playback/playback-queries.ts';
import type { VideoPosition } from '../../domains/videos/video-position.ts';
import { resolveVideos } from '../../domains/videos/videos.ts';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { LessonView } from './lesson-view.tsx';
import { Outline } from './modules/outline.tsx';
import { findOpeningPosition } from './opening-position.ts';

const LessonSkeleton = () => (
  <div className="mt-5 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
    <Loading label="Loading the lesson" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="aspect-video w-full rounded-card" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="mt-4 h-40 w-full rounded-card" />
    </Loading>
    <Skeleton className="h-96 w-full rounded-card" />
  </div>
);

/** The skeleton of the page while the enrolment is loading. */
const LearnSkeleton = () => (
  <div data-wide-page="lesson" className="page-width pt-5 pb-16 sm:pt-8 sm:pb-24">
    <Skeleton className="h-9 w-4/5 max-w-prose" />
    <LessonSkeleton />
  </div>
);

/** The lesson waits at most this long for the stored playback position. */
const timeoutMs = 2_500;

const useIsBeforeTimeout = (): boolean => {
  const [isBeforeTimeout, setBeforeTimeout] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setBeforeTimeout(false), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return isBeforeTimeout;
};

/** Determines once where the lesson opens. Later updates do not move the player. */
const OpeningPositionGate = ({
  enrolment,
  fallback,
  children,
}: {
  enrolment: EnrolledCourse;
  fallback: ReactNode;
  children: (opening: VideoPosition) => ReactNode;
}) => {
  const [search] = useSearchParams();
  const { data, isFetching } = usePlayback();
  const isBeforeTimeout = useIsBeforeTimeout();
  const [opening, setOpening] = useState<VideoPosition | null>(null);
  if (opening !== null) return children(opening);
  if (isFetching && isBeforeTimeout) return fallback;
  const stored = data?.find(({ enrolmentId }) => enrolmentId === enrolment._id) ?? null;
  setOpening(findOpeningPosition({ search, stored, completedModules: enrolment.completedModules }));
  return fallback;
};

/** The content of the page before the course is started. */
const NotStarted = ({ enrolment, hasLeft }: { enrolment: EnrolledCourse; hasLeft: boolean }) => {
  const videos = useMemo(() => resolveVideos(enrolment), [enrolment]);
  return (
    <div className="mt-6 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="min-w-0 overflow-hidden rounded-card border border-hairline bg-surface shadow-card">
        <CoursePicture course={enrolment} isEager />
        <div className="flex flex-col items-start gap-4 p-5 sm:p-6">
          <h2 className="font-serif text-xl font-semibold sm:text-2xl">Please start the course first</h2>
          <p className="max-w-prose text-muted">Start to unlock lessons, notes and quizzes.</p>
          {!hasLeft && <StartButton enrolment={enrolment} />}
        </div>
      </div>
      <aside aria-label="Modules">
        <Outline enrolment={enrolment} videos={videos} current={null} />
      </aside>
    </div>
  );
};

/**
 * Shows how many people, including the user, are studying the course now. Shows nothing if the user is the only one. Screen
 * readers do not announce the number, because it changes all the time.
 * @param courseId null if the course has not been started or the student has left it. Then nothing is shown.
 */
const LearnerCount = ({ courseId }: { courseId: string | null }) => {
  const learners = useLearnerCount(courseId);
  if (learners === null || learners < 2) return null;
  return (
    <p className="inline-flex min-h-8 items-center gap-2 text-sm leading-4 text-muted tabular-nums max-[23.5rem]:text-xs">
      <UsersRound className="size-4 shrink-0 text-good" />
      {learners.toLocaleString('en')} people are studying this course now
    </p>
  );
};

const LearnCourse = ({ enrolment, hasLeft }: { enrolment: EnrolledCourse; hasLeft: boolean }) => {
  usePageTitle(enrolment.course_name);
  return (
    <div data-wide-page="lesson" className="page-width pt-5 pb-16 sm:pt-8 sm:pb-24">
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
            <RemovedCourseChip />
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

/** The lesson page of an enrolled course, by the id of the enrolment or the course. */
export default function LearnPage() {
  const { id = '' } = useParams();
  const { enrolment, hasLeft, ...query } = useEnrolment(id);
  if (enrolment) return <LearnCourse key={enrolment._id} enrolment={enrolment} hasLeft={hasLeft} />;
  if (!query.data && !query.error) return <LearnSkeleton />;
  return <EnrolmentMissing title="Learn" query={query} />;
}
