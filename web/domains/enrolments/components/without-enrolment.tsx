import type { useEnrolment } from '../use-enrolment.ts';
import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

/** The address names no course that the student has joined. */
const NotEnrolled = () => (
  <EmptyState
    sentence="You are not enrolled in a course at this address."
    detail="Enroll on the page of the course, or go on with one that you have joined."
    action={
      <>
        <ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>
        <ButtonLink to={paths.enrolledCourses} look="second">
          My Enrolled Courses
        </ButtonLink>
      </>
    }
  />
);

/** In place of a page that belongs to an enrolment: there is none at its address, or nobody knows, since loading failed. */
export const WithoutEnrolment = ({
  title,
  asked: { data, error, isFetching, refetch },
}: {
  title: string;
  asked: Pick<ReturnType<typeof useEnrolment>, 'data' | 'error' | 'isFetching' | 'refetch'>;
}) => (
  <Page>
    <PageHeading title={title} className="mb-8" />
    {data ? (
      <NotEnrolled />
    ) : (
      <ErrorState
        title="The course could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )}
  </Page>
);
