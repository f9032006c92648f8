import { Award, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { paths } from '../../../client/paths.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useCertificates } from '../certificate-queries.ts';
import { formatIssueDate } from '../format-issue-date.ts';

/** The user's certificates, newest first. Each links to its public page. */
export const CertificateList = () => {
  const { data, error, isFetching, refetch } = useCertificates();
  if (error && !data)
    return (
      <ErrorState
        title="The certificates could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading the certificates</span>
        <Skeleton className="h-24 w-full rounded-card" />
      </div>
    );
  if (data.length === 0)
    return <p className="text-muted">Complete all five modules of a course to earn a certificate.</p>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {data.map(({ _id, number, courseName, issuedAt }) => (
        <li
          key={_id}
          className="relative flex items-start gap-4 rounded-card border border-hairline bg-surface p-5 shadow-card hover:border-brand"
        >
          <Award className="mt-0.5 size-7 shrink-0 text-gold" aria-hidden="true" />
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
          <ChevronRight className="mt-1 size-5 shrink-0 text-muted" aria-hidden="true" />
        </li>
      ))}
    </ul>
  );
};
