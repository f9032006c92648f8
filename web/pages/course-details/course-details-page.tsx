import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../client/api/api-error.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { CourseMissing } from '../../domains/courses/components/course-missing.tsx';
import { courseQuery } from '../../domains/courses/course-queries.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CourseDetails } from './components/course-details.tsx';
import { DetailsSkeleton } from './components/details-skeleton.tsx';
import { PastCoursePage } from './past/past-course-page.tsx';

const CurrentCourse = ({ id }: { id: string }) => {
  const query = useQuery(courseQuery(id));
  const { data, error } = query;
  if (data) return <CourseDetails course={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Page>
        <PageHeading title="Course not found" className="mb-8" />
        <CourseMissing />
      </Page>
    );
  if (error)
    return (
      <Page>
        <h1 tabIndex={-1} className="sr-only">
          Course
        </h1>
        <QueryError title="The course could not be loaded" query={query} />
      </Page>
    );
  return <DetailsSkeleton />;
};

/** A course as it is, or with `asOf` in the address as it was at that moment. */
export default function CourseDetailsPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const moment = search.get('asOf');
  return moment === null ? <CurrentCourse id={id} /> : <PastCoursePage id={id} moment={moment} />;
}
