import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../client/api/api-error.ts';
import { ErrorState } from '../../client/api/error-state.tsx';
import { isRemovedAtom } from '../../client/live/changed-records.ts';
import { CourseMissing } from '../../domains/courses/components/course-missing.tsx';
import { courseQuery } from '../../domains/courses/course-queries.ts';
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

export default function UpdateCoursePage() {
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useQuery(courseQuery(id));
  const isRemoved = useAtomValue(useMemo(() => isRemovedAtom(id), [id]));
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      <PageHeading title="Update Course" subtitle={data?.course_name} />
      {data ? (
        <UpdateCourseForm key={id} course={data} isWithdrawn={isRemoved || isMissing} />
      ) : isMissing ? (
        <div className="mt-10">
          <CourseMissing />
        </div>
      ) : error ? (
        <div className="mt-10">
          <ErrorState
            title="The course could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
