import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { isPermitted } from '#contract/policies.ts';
import type { PastCourse } from '#contract/schemas/courses.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { QueryError } from '../../../client/api/query-view.tsx';
import { paths } from '../../../client/paths.ts';
import { Forbidden } from '../../../client/session/forbidden.tsx';
import { sessionAtom } from '../../../client/session/session.ts';
import { CourseFact } from '../../../domains/courses/components/course-fact.tsx';
import { formatStudentCount } from '../../../domains/courses/course-format.ts';
import { usePastCourse } from '../../../domains/courses/course-queries.ts';
import { formatMeanRating, formatReviewCount } from '../../../domains/reviews/review-format.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { isFocusFree } from '../../../ui/is-focus-free.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page-heading.tsx';
import { focusPageHeading } from '../../../ui/page-heading-focus.ts';
import { CourseArticle } from '../components/course-article.tsx';
import { CourseFacts } from '../components/course-facts.tsx';
import { DetailsSkeleton } from '../components/details-skeleton.tsx';
import { MomentForm } from './moment-form.tsx';
import { PastBanner } from './past-banner.tsx';
import { formatMoment } from './version-period.ts';

/** The addresses of the past videos, without players: the content at an address may have changed since. */
const PastVideos = ({ course: { videos, course_code } }: { course: PastCourse }) => (
  <section aria-labelledby="videos-then" className="mt-10">
    <h2 id="videos-then" className="font-serif text-2xl font-semibold">
      Videos
    </h2>
    {videos === null ? (
      <p className="mt-4 text-muted">The standard clips for {course_code}.</p>
    ) : (
      <ol className="mt-4 list-decimal space-y-1.5 pl-6 marker:text-muted">
        {videos.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: modules have no other key, and an address may occur twice
          <li key={index} className="wrap-anywhere">
            {address}
          </li>
        ))}
      </ol>
    )}
  </section>
);

const PastFacts = ({ asOf: { enrolled, rating, reviews } }: PastCourse) => (
  <>
    <CourseFact name="Students at that time">{formatStudentCount(enrolled)}</CourseFact>
    <CourseFact name="Rating at that time">
      {rating === null
        ? 'No reviews yet'
        : `${formatMeanRating(rating)} out of 10, ${formatReviewCount(reviews)}`}
    </CourseFact>
  </>
);

const PastVersion = ({ course, isLoading }: { course: PastCourse; isLoading: boolean }) => {
  usePageTitle(`${course.course_name}, version ${course.asOf.version}`);
  return (
    <>
      <PastBanner course={course} />
      <Page
        className={classNames(
          'grid items-start gap-10 transition-opacity lg:grid-cols-[1fr_20rem] lg:gap-14',
          isLoading && 'opacity-60',
        )}
      >
        <CourseArticle course={course}>
          <PastVideos course={course} />
        </CourseArticle>
        <CourseFacts course={course} more={<PastFacts {...course} />}>
          <div className="space-y-4">
            <MomentForm id={course._id} at={course.asOf.at} />
            <p className="text-sm text-muted">
              Students and rating are as of {formatMoment(course.asOf.countedAt)}, without users who were
              removed later. Reviews are on the current page of the course.
            </p>
          </div>
        </CourseFacts>
      </Page>
    </>
  );
};

const NoVersion = ({
  id,
  isMalformed,
  sentence,
}: {
  id: string;
  /** Whether the moment in the address is neither a position nor a time. */
  isMalformed: boolean;
  sentence: string;
}) => {
  const [now] = useState(() => new Date().toISOString());
  return (
    <Page>
      <PageHeading title="No version at that moment" className="mb-8" />
      <EmptyState
        sentence={sentence}
        detail={
          isMalformed
            ? 'Use a log position or a time such as 2026-11-21T08:00:00Z.'
            : 'The history shows when the course was added.'
        }
        action={
          <>
            <ButtonLink to={paths.audit({ record: `course-${id}` })}>Course history</ButtonLink>
            <ButtonLink to={paths.courseDetails(id)} variant="secondary">
              Current version
            </ButtonLink>
          </>
        }
      />
      <div className="mt-8 flex justify-center">
        <MomentForm id={id} at={now} />
      </div>
    </Page>
  );
};

/**
 * Moves the focus to the heading of the page if the button that had it has disappeared. The page of a version and
 * the page of a moment without a version have different forms, each with a "Show" button.
 */
const useFocusAfterChange = (content: 'version' | 'error' | 'loading') => {
  const hasShownContent = useRef(false);
  useEffect(() => {
    if (content === 'loading') return;
    if (hasShownContent.current && isFocusFree(null)) focusPageHeading();
    hasShownContent.current = true;
  }, [content]);
};

const PastCourseLoader = ({ id, moment }: { id: string; moment: string }) => {
  const query = usePastCourse(id, moment);
  const { data, error } = query;
  useFocusAfterChange(data ? 'version' : error ? 'error' : 'loading');
  if (data) return <PastVersion course={data} isLoading={query.isPlaceholderData} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <NoVersion id={id} isMalformed={error.status === 400} sentence={error.message} />;
  if (error)
    return (
      <Page>
        <h1 tabIndex={-1} className="sr-only">
          Past version
        </h1>
        <QueryError title="The past version could not be loaded" query={query} />
      </Page>
    );
  return <DetailsSkeleton />;
};

/** A course as it was at a moment, for users who may read the history. */
export default function PastCoursePage({ id, moment }: { id: string; moment: string }) {
  const session = useAtomValue(sessionAtom);
  const isRoleLoading =
    session.status === 'loading' || (session.status === 'signed-in' && session.role === 'loading');
  if (isRoleLoading) return <DetailsSkeleton />;
  const role = session.status === 'signed-in' ? (session.user?.userType ?? null) : null;
  if (!isPermitted(role, 'audit.read'))
    return <Forbidden reason="Past versions of a course are for Admins only." />;
  return <PastCourseLoader id={id} moment={moment} />;
}
