import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../client/api/api-error.ts';
import { courseQuery } from '../../domains/courses/queries.ts';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { CourseMissing } from './components/course-missing.tsx';
import { CourseStory } from './components/course-story.tsx';
import { DetailsSkeleton } from './components/details-skeleton.tsx';
import { PastCoursePage } from './past/past-course-page.tsx';

/** Everything about one course, as it is. */
const PresentCourse = ({ id }: { id: string }) => {
  const { data, error, isError, isFetching, refetch } = useQuery(courseQuery(id));
  if (data) return <CourseStory course={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <CourseMissing />;
  if (isError)
    return (
      <Page>
        <h1 tabIndex={-1} className="sr-only">
          Course
        </h1>
        <ErrorState
          title="The course could not be loaded"
          error={error}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      </Page>
    );
  return <DetailsSkeleton />;
};

/** Everything about one course; with `asOf` in the address as it was then. */
export default function CourseDetailsPage() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const moment = query.get('asOf');
  return moment === null ? <PresentCourse id={id} /> : <PastCoursePage id={id} moment={moment} />;
}
