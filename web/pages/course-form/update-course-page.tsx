import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../client/api/api-error.ts';
import { courseQuery } from '../../domains/courses/queries.ts';
import { isWithdrawnAtom } from '../../client/live/recent-changes.ts';
import { paths } from '../../client/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UpdateCourseForm } from './update-course-form.tsx';

const Loading = () => (
  <div role="status" className="mt-10 max-w-3xl space-y-6">
    <span className="sr-only">Loading the course</span>
    {['name', 'code', 'duration', 'instructor'].map((name) => (
      <Skeleton key={name} className="h-11" />
    ))}
    <Skeleton className="h-48" />
  </div>
);

const Gone = () => (
  <div className="mt-10">
    <EmptyState
      sentence="This course is not there"
      detail="It was removed, or the address is not quite right."
      action={<ButtonLink to={paths.allCourses}>All Courses</ButtonLink>}
    />
  </div>
);

export default function UpdateCoursePage() {
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useQuery(courseQuery(id));
  const withdrawn = useAtomValue(useMemo(() => isWithdrawnAtom(id), [id]));
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      <PageHeading title="Update Course" subtitle={data?.course_name} />
      {data ? (
        <UpdateCourseForm key={id} course={data} withdrawn={withdrawn || gone} />
      ) : gone ? (
        <Gone />
      ) : error ? (
        <div className="mt-10">
          <ErrorState
            title="The course could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
