import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../client/api/api-error.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { isRemovedAtom } from '../../client/live/changed-records.ts';
import { CourseMissing } from '../../domains/courses/components/course-missing.tsx';
import { courseQuery } from '../../domains/courses/course-queries.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton, Skeletons } from '../../ui/skeleton.tsx';
import { UpdateCourseForm } from './update-course-form.tsx';

export default function UpdateCoursePage() {
  const { id = '' } = useParams();
  const query = useQuery(courseQuery(id));
  const { data, error } = query;
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
          <QueryError title="The course could not be loaded" query={query} />
        </div>
      ) : (
        <Loading label="Loading the course" className="mt-10 max-w-3xl space-y-6">
          <Skeletons count={4} className="h-11" />
          <Skeleton className="h-48" />
        </Loading>
      )}
    </Page>
  );
}
