import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** A page that has nothing to show yet: its heading, a sentence, and the next step. */
export const WaitingPage = ({
  title,
  subtitle,
  sentence,
  detail,
}: {
  title: string;
  subtitle: string;
  sentence: string;
  detail?: string;
}) => (
  <Page>
    <PageHeading title={title} subtitle={subtitle} className="mb-10" />
    <EmptyState
      sentence={sentence}
      detail={detail}
      action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
    />
  </Page>
);
