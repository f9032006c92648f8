import { Award, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Certificate } from '#contract/schemas/certificates.ts';
import { QueryView } from '../../../client/api/query-view.tsx';
import { paths } from '../../../client/paths.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { useCertificates } from '../certificate-queries.ts';
import { formatIssueDate } from '../format-issue-date.ts';

const CertificateLinks = ({ certificates }: { certificates: readonly Certificate[] }) => {
  if (certificates.length === 0)
    return <p className="text-muted">Complete all five modules of a course to earn a certificate.</p>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {certificates.map(({ _id, number, courseName, issuedAt }) => (
        <li
          key={_id}
          className="relative flex items-start gap-4 rounded-card border border-hairline bg-surface p-5 shadow-card hover:border-brand"
        >
          <Award className="mt-0.5 size-7 shrink-0 text-gold" />
          <div className="min-w-0 flex-1">
            <Link
              to={paths.verify(number)}
              className="font-serif text-lg font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
            >
              {courseName}
            </Link>
            <p className="mt-1 text-sm text-muted">
              <time dateTime={issuedAt}>{formatIssueDate(issuedAt)}</time>
            </p>
            <p className="text-sm text-muted tabular-nums">{number}</p>
          </div>
          <ChevronRight className="mt-1 size-5 shrink-0 text-muted" />
        </li>
      ))}
    </ul>
  );
};

/** The user's certificates, newest first. Each links to its public page. */
export const CertificateList = () => (
  <QueryView
    query={useCertificates()}
    title="The certificates could not be loaded"
    loading={
      <Loading label="Loading the certificates">
        <Skeleton className="h-24 w-full rounded-card" />
      </Loading>
    }
  >
    {(certificates) => <CertificateLinks certificates={certificates} />}
  </QueryView>
);
