import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CatalogueControls } from './components/catalogue-controls.tsx';
import { CatalogueResults } from './components/catalogue-results.tsx';
import { useCatalogue } from './use-catalogue.ts';

/** All courses, with search, categories and sorting. The filter is stored in the address. */
export default function CataloguePage() {
  const catalogue = useCatalogue();
  return (
    <Page>
      <PageHeading title="All Courses" subtitle="Search by name, filter by category, or sort." />
      <CatalogueControls catalogue={catalogue} />
      <CatalogueResults catalogue={catalogue} />
    </Page>
  );
}
