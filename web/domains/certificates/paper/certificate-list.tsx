import { Award, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useCertificates } from '../certificates.ts';
import { paths } from '../../../client/paths.ts';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { dayOf } from './day.ts';

/** One's own certificates, the newest first; each leads to its public page, where it can be downloaded and printed. */
export const CertificateList = () => {
  const { data, error, isFetching, refetch } = useCertificates();
  if (error && !data)
    return (
      <ErrorState
        title="The certificates could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
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
    return (
      <p className="text-muted">None yet. Each course has one for whoever completes all five modules.</p>
    );
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
              <time dateTime={issuedAt}>{dayOf(issuedAt)}</time>
            </p>
            <p className="text-sm text-muted tabular-nums">{number}</p>
          </div>
          <ChevronRight className="mt-1 size-5 shrink-0 text-muted" aria-hidden="true" />
        </li>
      ))}
    </ul>
  );
};
