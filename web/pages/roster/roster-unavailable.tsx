import { ApiError } from '../../client/api/api-error.ts';
import { Forbidden } from '../../client/session/forbidden.tsx';
import { CourseMissing } from '../../domains/courses/components/course-missing.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** Returns whether the server refuses to show the students. The page then hides the students that it has loaded before. */
export const isRosterUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 403, 404].includes(error.status);

/** Shown to users who may not see the students of a course, and for unknown courses. */
export const RosterUnavailable = ({ error }: { error: ApiError }) =>
  error.status === 403 ? (
    <Forbidden reason={error.message} />
  ) : (
    <Page>
      <PageHeading title="Students" className="mb-8" />
      <CourseMissing />
    </Page>
  );
