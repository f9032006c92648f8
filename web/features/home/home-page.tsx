import { PageHeading } from '../../ui/page-heading.tsx';

export default function HomePage() {
  return (
    <div className="page-width py-10">
      <PageHeading title="Learn Smarter, Achieve More" documentTitle="Home" />
    </div>
  );
}
