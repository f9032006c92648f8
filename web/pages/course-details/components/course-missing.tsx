import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

export const CourseMissing = () => (
  <Page>
    <PageHeading title="Course not found" className="mb-8" />
    <EmptyState
      sentence="This course does not exist."
      detail="It may have been removed, or the link is incomplete."
      action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
    />
  </Page>
);
