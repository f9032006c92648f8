import type { Course } from '#contract/courses.ts';
import { durationInYears, priceInDollars } from '../../../domains/courses/words.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { EnrolButton } from '../../../domains/enrolments/components/enrol-button.tsx';
import { factsId } from './course-facts.tsx';

/** For what the bar of narrow screens says already: shown in the facts only where there is no bar. */
export const whereNoBarIs = 'hidden lg:contents [@media(max-height:30rem)]:contents';

/**
 * The price, and Enroll for a student, stay in sight while a long story is read on a narrow screen, where the facts stand
 * below it. Not on a very low one (a page enlarged to 400 %): there every line belongs to the text.
 */
export const FactsBar = ({ course }: { course: Course }) => (
  <div className="sticky bottom-0 z-20 border-t border-hairline bg-surface lg:hidden [@media(max-height:30rem)]:hidden">
    <div className="page-width flex items-center justify-between gap-4 py-2.5">
      <p className="min-w-0 truncate">
        <span className="font-serif text-xl font-semibold">{priceInDollars(course.price)}</span>
        <span className="ml-3 text-sm text-muted">{durationInYears(course.duration)}</span>
      </p>
      <p className="flex shrink-0 items-center gap-2">
        <a href={`#${factsId}`} className={buttonClasses('second', 'small')}>
          All facts
        </a>
        <EnrolButton course={course} compact />
      </p>
    </div>
  </div>
);
