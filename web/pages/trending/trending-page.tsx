import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { RatedCourse } from '#contract/schemas/reviews.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { Rating } from '../../domains/reviews/components/stars.tsx';
import { formatMeanRating, formatReviewCount } from '../../domains/reviews/review-format.ts';
import { useTrending } from '../../domains/reviews/review-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { prefersReducedMotion } from '../../ui/prefers-reduced-motion.ts';
import { Loading, Skeleton, Skeletons } from '../../ui/skeleton.tsx';
import { RatingsChart } from './ratings-chart.tsx';

/** In pixels from the top left corner of the document. */
type PagePosition = { left: number; top: number };

const measurePositions = (list: Element): Map<string, PagePosition> =>
  new Map(
    [...list.children].flatMap((child) => {
      const { id } = (child as HTMLElement).dataset;
      const { left, top } = child.getBoundingClientRect();
      return id === undefined ? [] : [[id, { left: left + scrollX, top: top + scrollY }]];
    }),
  );

/**
 * Animates the children of a list from their old to their new positions when their order changes, unless the user prefers
 * reduced motion. Each child is identified by `data-id`.
 * @param order a value that changes with the order.
 */
const useAnimatedReorder = (list: RefObject<HTMLElement | null>, order: string): void => {
  const previous = useRef<Map<string, PagePosition>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new order starts the animation
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    for (const child of element.children) for (const animation of child.getAnimations()) animation.cancel();
    const current = measurePositions(element);
    if (!prefersReducedMotion())
      for (const child of element.children) {
        const { id = '' } = (child as HTMLElement).dataset;
        const from = previous.current.get(id);
        const to = current.get(id);
        if (!from || !to || (from.left === to.left && from.top === to.top)) continue;
        const translate = `${from.left - to.left}px ${from.top - to.top}px`;
        child.animate([{ translate }, { translate: '0 0' }], { duration: 450, easing: 'ease' });
      }
    previous.current = current;
  }, [order]);
};

const TrendingCard = ({ course, rank }: { course: RatedCourse; rank: number }) => (
  <article className="relative flex flex-1 flex-col overflow-hidden rounded-card border border-hairline bg-surface shadow-card transition-transform duration-200 hover:-translate-y-0.5">
    <CoursePicture
      course={{ course_code: course.courseCode, imageUrl: course.courseImageUrl }}
      isEager={rank < 3}
    />
    <p className="absolute top-3 left-3 grid size-9 place-items-center rounded-full border border-hairline bg-surface font-serif text-lg font-semibold">
      <span className="sr-only">Number </span>
      {rank}
    </p>
    <div className="flex flex-1 flex-col gap-2 p-4">
      <h2 className="font-serif text-lg leading-snug font-semibold wrap-anywhere">
        <Link to={paths.courseDetails(course._id)} className="after:absolute after:inset-0 hover:text-brand">
          {course.courseName}
        </Link>
      </h2>
      <p className="text-sm text-muted">{course.courseCode}</p>
      <p className="mt-auto pt-2">
        <Rating text={formatMeanRating(course.rating)} />
        <span className="block text-sm text-muted">{formatReviewCount(course.reviews)}</span>
      </p>
    </div>
  </article>
);

/** The courses as cards, best first. They move with an animation when the order changes. */
const TrendingCards = ({ courses }: { courses: readonly RatedCourse[] }) => {
  const list = useRef<HTMLOListElement>(null);
  useAnimatedReorder(list, courses.map(({ _id }) => _id).join());
  return (
    <ol
      ref={list}
      aria-label="Trending courses"
      className="mt-10 grid gap-6 sm:grid-cols-2 lg:grid-cols-5 lg:gap-4"
    >
      {courses.map((course, index) => (
        <li key={course._id} data-id={course._id} className="flex">
          <TrendingCard course={course} rank={index + 1} />
        </li>
      ))}
    </ol>
  );
};

/** The numbers of the chart, for screen readers. */
const RatingsTable = ({ courses }: { courses: readonly RatedCourse[] }) => (
  <div className="sr-only">
    <table>
      <caption>Top 5 Trending Courses</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Course Name</th>
          <th scope="col">Rating</th>
          <th scope="col">Reviews</th>
        </tr>
      </thead>
      <tbody>
        {courses.map(({ _id, courseName, rating, reviews }, index) => (
          <tr key={_id}>
            <td>{index + 1}</td>
            <th scope="row">{courseName}</th>
            <td>{formatMeanRating(rating)}</td>
            <td>{reviews}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const noRatings = (
  <EmptyState
    sentence="No courses have been rated yet."
    detail="The first rated course appears here."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);

const loading = (
  <Loading label="Loading trending courses" className="flex flex-col gap-10">
    <Skeleton className="h-[400px] rounded-card" />
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-5">
      <Skeletons count={5} className="h-64 rounded-card" />
    </div>
  </Loading>
);

/** Announces a new top course to screen readers. */
const TopCourseStatus = ({ courses }: { courses: readonly RatedCourse[] }) => (
  <p role="status" className="sr-only">
    {courses[0] && `Highest rated: ${courses[0].courseName}`}
  </p>
);

const Ranking = ({ courses }: { courses: readonly RatedCourse[] }) => (
  <>
    <RatingsChart courses={courses} />
    <RatingsTable courses={courses} />
    <TopCourseStatus courses={courses} />
    <TrendingCards courses={courses} />
  </>
);

/** The five courses with the best ratings, as a chart and as cards. Both update live. */
export default function TrendingPage() {
  return (
    <Page>
      <PageHeading
        title="Top 5 Trending Courses"
        subtitle="The five courses that students rate highest right now."
        className="mb-10"
      />
      <QueryView query={useTrending()} title="The trending courses could not be loaded" loading={loading}>
        {(courses) => (courses.length === 0 ? noRatings : <Ranking courses={courses} />)}
      </QueryView>
    </Page>
  );
}
