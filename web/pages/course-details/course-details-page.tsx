import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Course } from '#contract/schemas/courses.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { ChangedTint } from '../../client/live/changed-tint.tsx';
import { paths } from '../../client/paths.ts';
import { HistoryLink } from '../../domains/audit/history-link.tsx';
import { BookmarkButton } from '../../domains/bookmarks/bookmark-button.tsx';
import { CourseMissing } from '../../domains/courses/components/course-missing.tsx';
import { EditCourseLink } from '../../domains/courses/components/edit-course-link.tsx';
import { EditVideosLink } from '../../domains/courses/components/edit-videos-link.tsx';
import { RemoveCourseButton } from '../../domains/courses/components/remove-course-button.tsx';
import { formatDollars, formatDurationInYears } from '../../domains/courses/course-format.ts';
import { courseQuery } from '../../domains/courses/course-queries.ts';
import { useIsCourseRemoved } from '../../domains/courses/use-is-course-removed.ts';
import { EnrolButton } from '../../domains/enrolments/components/enrol-button.tsx';
import { RatingSummary } from '../../domains/reviews/components/rating-summary.tsx';
import { ReviewList } from '../../domains/reviews/components/review-list.tsx';
import { Rating } from '../../domains/reviews/components/stars.tsx';
import { formatMeanRating, formatReviewCount } from '../../domains/reviews/review-format.ts';
import { useCourseRatings } from '../../domains/reviews/review-queries.ts';
import { RosterLink } from '../../domains/roster/roster-link.tsx';
import { ButtonLink, buttonClasses } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading, usePageTitle } from '../../ui/page-heading.tsx';
import { useGoTo } from '../../ui/use-go-to.ts';
import { CourseArticle } from './components/course-article.tsx';
import { CourseFacts, factsId } from './components/course-facts.tsx';
import { DetailsSkeleton } from './components/details-skeleton.tsx';
import { Syllabus } from './components/syllabus.tsx';

/** Loaded on demand, because only Admins see past versions. */
const PastCoursePage = lazy(() => import('./past/past-course-page.tsx'));

/** The target of the link on the mean rating. */
const reviewsId = 'reviews-of-the-course';

const CourseReviews = ({ courseId }: { courseId: string }) => {
  const { data } = useCourseRatings(courseId);
  return (
    <section aria-labelledby={reviewsId} className="min-w-0 border-t border-hairline pt-8">
      <h2 id={reviewsId} tabIndex={-1} className="mb-6 font-serif text-2xl font-semibold">
        Reviews
      </h2>
      {data && data.reviews > 0 && (
        <div className="mb-6">
          <RatingSummary summary={data} />
        </div>
      )}
      <ReviewList
        listing={{ sort: 'newest', courseId }}
        isCourseShown={false}
        className="sm:grid-cols-2"
        empty={<p className="text-muted">No reviews yet.</p>}
      />
    </section>
  );
};

/** The classes of an element that `FactsBar` also contains. They hide the element while the bar is shown. */
const hiddenBesideBar = 'hidden lg:contents [@media(max-height:30rem)]:contents';

/**
 * Keeps the price and the Enroll button visible on narrow screens, where the facts are below the description. Hidden on
 * short screens (for example at 400 % zoom), where the text needs the space.
 */
const FactsBar = ({ course }: { course: Course }) => (
  <div
    data-facts-bar
    className="sticky bottom-0 z-20 border-t border-hairline bg-surface lg:hidden [@media(max-height:30rem)]:hidden"
  >
    <div className="page-width flex items-center justify-between gap-4 py-2.5">
      <p className="min-w-0 truncate">
        <span className="font-serif text-xl font-semibold">{formatDollars(course.price)}</span>
        <span className="ml-3 text-sm text-muted max-[26rem]:hidden">
          {formatDurationInYears(course.duration)}
        </span>
      </p>
      <p className="flex shrink-0 items-center gap-2">
        <a href={`#${factsId}`} className={buttonClasses('secondary', 'small')}>
          All details
        </a>
        <EnrolButton course={course} isCompact />
      </p>
    </div>
  </div>
);

/** The mean rating with a link to the reviews, or "No reviews yet". Keeps its space while it is loading. */
const MeanRating = ({ courseId }: { courseId: string }) => {
  const { data } = useCourseRatings(courseId);
  return (
    <p className="mt-3 min-h-7">
      {data?.rating === null && <span className="text-sm text-muted">No reviews yet</span>}
      {data && data.rating !== null && (
        <a
          href={`#${reviewsId}`}
          className="inline-flex flex-wrap items-center gap-x-3 rounded-control underline-offset-4 hover:underline"
        >
          <Rating text={formatMeanRating(data.rating)} />
          <span className="text-sm text-muted">{formatReviewCount(data.reviews)}</span>
        </a>
      )}
    </p>
  );
};

/** Shown if the course is removed while somebody is reading it. It overlays the page, so that the text does not move. */
const RemovedBanner = ({ id }: { id: string }) => {
  const isRemoved = useIsCourseRemoved(id);
  return (
    <div role="status" className="sticky top-16 z-20 h-0">
      {isRemoved && (
        <div className="page-width pt-3">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-warning-ground px-4 py-3 text-sm font-medium text-warning shadow-card">
            <CircleAlert className="size-5 shrink-0" />
            This course was removed while you were reading it. You can finish reading it.
            <ButtonLink to={paths.allCourses} variant="secondary" size="small" className="sm:ml-auto">
              Show All Courses
            </ButtonLink>
          </p>
        </div>
      )}
    </div>
  );
};

const CourseDetails = ({ course }: { course: Course }) => {
  usePageTitle(course.course_name);
  const goTo = useGoTo();
  return (
    <>
      <RemovedBanner id={course._id} />
      <Page className="grid items-start gap-10 lg:grid-cols-[1fr_20rem] lg:gap-14">
        <CourseArticle course={course} rating={<MeanRating courseId={course._id} />}>
          <Syllabus course={course} />
          <ChangedTint id={course._id} />
        </CourseArticle>
        <CourseFacts course={course}>
          <EnrolButton course={course} className={hiddenBesideBar} />
          <BookmarkButton course={course} />
          <EditCourseLink course={course} size="normal" />
          <EditVideosLink course={course} size="normal" />
          <RosterLink course={course} size="normal" />
          <HistoryLink record={`course-${course._id}`} of={course.course_name} size="normal" />
          <RemoveCourseButton course={course} size="normal" onRemoved={() => void goTo(paths.allCourses)} />
        </CourseFacts>
        <CourseReviews courseId={course._id} />
      </Page>
      <FactsBar course={course} />
    </>
  );
};

const CurrentCourse = ({ id }: { id: string }) => {
  const query = useQuery(courseQuery(id));
  const { data, error } = query;
  // Without the key, React would keep the components when "Back" shows another course, and an open confirmation would apply to that course.
  if (data) return <CourseDetails key={data._id} course={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Page>
        <PageHeading title="Course not found" className="mb-8" />
        <CourseMissing />
      </Page>
    );
  if (error)
    return (
      <Page>
        <h1 tabIndex={-1} className="sr-only">
          Course
        </h1>
        <QueryError title="The course could not be loaded" query={query} />
      </Page>
    );
  return <DetailsSkeleton />;
};

/** A course as it is now or, with `asOf` in the address, as it was at that moment. */
export default function CourseDetailsPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const moment = search.get('asOf');
  if (moment === null) return <CurrentCourse id={id} />;
  return (
    <Suspense fallback={<DetailsSkeleton />}>
      <PastCoursePage id={id} moment={moment} />
    </Suspense>
  );
}
