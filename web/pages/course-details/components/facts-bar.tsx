import type { Course } from '#contract/schemas/courses.ts';
import { formatDollars, formatDurationInYears } from '../../../domains/courses/course-format.ts';
import { EnrolButton } from '../../../domains/enrolments/components/enrol-button.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { factsId } from './course-facts.tsx';

/** Classes for elements that the bar repeats: hidden where the bar is shown. */
export const hiddenBesideBar = 'hidden lg:contents [@media(max-height:30rem)]:contents';

/**
 * Keeps the price and the Enroll button visible on narrow screens, where the facts are below the description. Hidden on very
 * low screens (a page zoomed to 400 %), which need all lines for the text.
 */
export const FactsBar = ({ course }: { course: Course }) => (
  <div className="sticky bottom-0 z-20 border-t border-hairline bg-surface lg:hidden [@media(max-height:30rem)]:hidden">
    <div className="page-width flex items-center justify-between gap-4 py-2.5">
      <p className="min-w-0 truncate">
        <span className="font-serif text-xl font-semibold">{formatDollars(course.price)}</span>
        <span className="ml-3 text-sm text-muted">{formatDurationInYears(course.duration)}</span>
      </p>
      <p className="flex shrink-0 items-center gap-2">
        <a href={`#${factsId}`} className={buttonClasses('second', 'small')}>
          All details
        </a>
        <EnrolButton course={course} compact />
      </p>
    </div>
  </div>
);
