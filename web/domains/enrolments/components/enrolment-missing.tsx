import { QueryError } from '../../../client/api/query-view.tsx';
import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import type { useEnrolment } from '../enrolment-queries.ts';

const NotEnrolled = () => (
  <EmptyState
    sentence="You are not enrolled in this course."
    detail="Find it under All Courses to enroll, or continue one of your courses."
    action={
      <>
        <ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>
        <ButtonLink to={paths.enrolledCourses} variant="secondary">
          My Enrolled Courses
        </ButtonLink>
      </>
    }
  />
);

/** Replaces the page of an enrolment that does not exist or could not be loaded. */
export const EnrolmentMissing = ({
  title,
  query,
}: {
  title: string;
  query: Pick<ReturnType<typeof useEnrolment>, 'data' | 'error' | 'isFetching' | 'refetch'>;
}) => (
  <Page>
    <PageHeading title={title} className="mb-8" />
    {/* If all enrolments of the student are loaded, this one does not exist. */}
    {query.data ? <NotEnrolled /> : <QueryError title="The course could not be loaded" query={query} />}
  </Page>
);
