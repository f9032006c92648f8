import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { maxRosterStudents, type Roster } from '#contract/schemas/roster.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { RemovedCourseChip } from '../../domains/courses/components/removed-course-chip.tsx';
import { formatStudentCount } from '../../domains/courses/course-format.ts';
import { rosterQuery, useRosterSubscription } from '../../domains/roster/roster-queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { MessageStudents } from './message-students.tsx';
import { RosterControls } from './roster-controls.tsx';
import { describeResult } from './roster-format.ts';
import { RosterPager } from './roster-pager.tsx';
import { RosterTable } from './roster-table.tsx';
import { isRosterUnavailable, RosterUnavailable } from './roster-unavailable.tsx';
import { pageSize, type RosterView, useRosterView } from './use-roster-view.ts';

/** @param isPlaceholder whether `roster` is the answer for the previous view, which is shown while the next one is loading. */
const Students = ({
  roster,
  isPlaceholder,
  view,
}: {
  roster: Roster;
  isPlaceholder: boolean;
  view: RosterView;
}) => {
  const lastPage = Math.max(1, Math.ceil(roster.total / pageSize));
  const { page, setPage } = view;
  // Students may leave while the last page is shown.
  useEffect(() => {
    if (!isPlaceholder && page > lastPage) setPage(lastPage);
  }, [page, lastPage, isPlaceholder, setPage]);
  if (roster.enrolled === 0)
    return <EmptyState sentence="No students yet." detail="Students appear here when they enroll." />;
  if (roster.total === 0)
    return (
      <EmptyState
        sentence="No students match these filters."
        action={
          <Button
            variant="secondary"
            onClick={() => {
              focusPageHeading();
              view.clear();
            }}
          >
            Clear filters
          </Button>
        }
      />
    );
  return (
    <>
      <RosterTable students={roster.students} courseId={roster.course._id} view={view} />
      <RosterPager roster={roster} view={view} />
    </>
  );
};

const loading = (
  <Loading label="Loading the students" className="mt-8 space-y-4">
    <Skeleton className="h-11" />
    <Skeleton className="h-80 rounded-card" />
  </Loading>
);

const CourseRoster = ({ id }: { id: string }) => {
  const view = useRosterView();
  const query = useQuery(rosterQuery(id, view.filter, view.page));
  useRosterSubscription(id);
  const { data, error } = query;
  if (isRosterUnavailable(error)) return <RosterUnavailable error={error} />;
  const renderStudents = () => {
    if (data)
      return (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames('mt-6 transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          <Students roster={data} isPlaceholder={query.isPlaceholderData} view={view} />
        </div>
      );
    if (!error) return loading;
    return (
      <div className="mt-8">
        <QueryError title="The students could not be loaded" query={query} />
      </div>
    );
  };
  return (
    <Page>
      <BackLink to={paths.courseDetails(id)}>{data?.course.course_name ?? 'Course'}</BackLink>
      <PageHeading
        title="Students"
        subtitle={
          data
            ? `${formatStudentCount(data.enrolled)} in ${data.course.course_name}. Changes appear automatically.`
            : 'Progress, quiz results and last activity.'
        }
        {...(data && { documentTitle: `Students of ${data.course.course_name}` })}
      />
      {data?.course.withdrawn && (
        <p className="mt-3">
          <RemovedCourseChip />
        </p>
      )}
      {data && data.enrolled > maxRosterStudents && (
        <p className="mt-3 text-muted">
          The {formatStudentCount(maxRosterStudents)} who enrolled last are listed here and in the CSV file.
          Students who enrolled earlier are missing.
        </p>
      )}
      <RosterControls view={view} />
      <div role="status" className="sr-only">
        {data && !query.isPlaceholderData && describeResult(data.total, view.page, pageSize)}
      </div>
      {data && (
        <MessageStudents
          key={data.course._id}
          roster={data}
          filter={view.filter}
          isLoading={query.isPlaceholderData}
        />
      )}
      {renderStudents()}
    </Page>
  );
};

/** The students of a course with their results, for the course's teacher and Admins. */
export default function RosterPage() {
  const { id = '' } = useParams();
  // The text of the search is not in the address, so it would stay when a link leads to the roster of another course.
  return <CourseRoster key={id} id={id} />;
}
