import { Link } from 'react-router-dom';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { paths } from '../../client/paths.ts';
import { formatCount, formatNumber } from './dashboard-format.ts';
import { Panel } from './panel.tsx';

export const LearningNow = ({ learning }: Pick<Dashboard, 'learning'>) => {
  const max = Math.max(1, ...learning.map((course) => course.learning));
  return (
    <Panel title="Learning now" className="min-w-0">
      {learning.length === 0 ? (
        <p className="text-muted">
          Nobody is in a lesson right now. Courses with active learners appear here.
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
                  <span aria-hidden="true">{formatNumber(count)}</span>
                  <span className="sr-only">{formatCount(count, 'person', 'people')}</span>
                </span>
              </div>
              <div aria-hidden="true" className="mt-1.5 h-1.5 rounded-full bg-sunken">
                <div className="h-full rounded-full bg-brand" style={{ width: `${(count / max) * 100}%` }} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
};
