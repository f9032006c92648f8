import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { HighRatedCourse } from '#contract/schemas/reviews.ts';
import { paths } from '../../client/paths.ts';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { Rating } from '../../domains/reviews/components/stars.tsx';
import { formatMeanRating, formatReviewCount } from '../../domains/reviews/review-format.ts';

/** Read each time, because the user can change the setting while the page is open. */
const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

type Position = { left: number; top: number };

const measurePositions = (list: Element): Map<string, Position> =>
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
  const previous = useRef<Map<string, Position>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new order starts the animation
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    for (const child of element.children) for (const animation of child.getAnimations()) animation.cancel();
    const current = measurePositions(element);
    if (!prefersReducedMotion())
      for (const child of element.children) {
        const { id = '' } = (child as HTMLElement).dataset;
        const [from, to] = [previous.current.get(id), current.get(id)];
        if (!from || !to || (from.left === to.left && from.top === to.top)) continue;
        const translate = `${from.left - to.left}px ${from.top - to.top}px`;
        child.animate([{ translate }, { translate: '0 0' }], { duration: 450, easing: 'ease' });
      }
    previous.current = current;
  }, [order]);
};

const TrendingCard = ({ course, rank }: { course: HighRatedCourse; rank: number }) => (
  <article className="relative flex flex-1 flex-col overflow-hidden rounded-card border border-hairline bg-surface shadow-card transition-transform duration-200 hover:-translate-y-0.5">
    <CoursePicture
      course={{ course_code: course.courseCode, imageUrl: course.courseImageUrl }}
      eager={rank < 3}
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
        <Rating rating={course.rating} text={formatMeanRating(course.rating)} />
        <span className="block text-sm text-muted">{formatReviewCount(course.reviews)}</span>
      </p>
    </div>
  </article>
);

/** The courses as cards, best first. They move with an animation when the order changes. */
export const TrendingCards = ({ courses }: { courses: readonly HighRatedCourse[] }) => {
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
