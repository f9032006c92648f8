import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CatalogueControls } from './components/catalogue-controls.tsx';
import { CatalogueResults } from './components/catalogue-results.tsx';
import { useCatalogue } from './use-catalogue.ts';

/** All courses: search as you type, category, order; what was chosen stands in the address. */
export default function CataloguePage() {
  const catalogue = useCatalogue();
  return (
    <Page>
      <PageHeading
        title="All Courses"
        subtitle="Search by name, keep to one field, or begin with the hardest."
      />
      <CatalogueControls catalogue={catalogue} />
      <CatalogueResults catalogue={catalogue} />
    </Page>
  );
}
