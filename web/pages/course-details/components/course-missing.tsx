import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

/** The address names no course, or one that was removed. */
export const CourseMissing = () => (
  <Page>
    <PageHeading title="No such course" className="mb-8" />
    <EmptyState
      sentence="There is no course at this address."
      detail="It may have been removed, or the address was not copied whole."
      action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
    />
  </Page>
);
