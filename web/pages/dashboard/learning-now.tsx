import { Link } from 'react-router-dom';
import type { Dashboard } from '#contract/dashboard.ts';
import { paths } from '../../client/paths.ts';
import { Panel } from './panel.tsx';
import { countOf, numberInWords } from './words.ts';

/** The courses in which most people learn now. */
export const LearningNow = ({
  learning,
  className,
}: Pick<Dashboard, 'learning'> & { className?: string }) => {
  const most = Math.max(1, ...learning.map((course) => course.learning));
  return (
    <Panel title="Learning now" {...(className ? { className } : {})}>
      {learning.length === 0 ? (
        <p className="text-muted">
          No lesson is open at this moment. Here stand the courses that people are in.
        </p>
      ) : (
        <ol className="space-y-3">
          {learning.map(({ courseId, courseName, learning: count }) => (
            <li key={courseId}>
              <div className="flex items-baseline justify-between gap-3">
                <Link
                  to={paths.courseDetails(courseId)}
                  className="min-w-0 truncate font-medium hover:text-brand hover:underline"
                >
                  {courseName}
                </Link>
                <span className="shrink-0 text-sm text-muted tabular-nums">
                  <span aria-hidden="true">{numberInWords(count)}</span>
                  <span className="sr-only">{countOf(count, 'person', 'people')}</span>
                </span>
              </div>
              <div aria-hidden="true" className="mt-1.5 h-1.5 rounded-full bg-sunken">
                <div className="h-full rounded-full bg-brand" style={{ width: `${(count / most) * 100}%` }} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
};
