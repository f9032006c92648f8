import { useSearchParams } from 'react-router-dom';
import { useAudit, useNewer } from '../../domains/audit/audit.ts';
import { byDay } from '../../domains/audit/days.ts';
import { type AuditFilter, filterFrom, isNarrowed } from '../../domains/audit/filter.ts';
import { paths } from '../../client/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuditControls } from './controls/audit-controls.tsx';
import { SaveButton } from './controls/save-button.tsx';
import { EntryItem } from './entry/entry-item.tsx';
import { NewerPill } from './newer-pill.tsx';

const Loading = () => (
  <div role="status" className="space-y-3">
    <span className="sr-only">Loading the history</span>
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <Skeleton key={key} className="h-24 rounded-card" />
    ))}
  </div>
);

const Nothing = ({ filter }: { filter: AuditFilter }) =>
  isNarrowed(filter) ? (
    <EmptyState
      sentence="Nothing of this kind happened."
      detail="Look at another kind, another person or another time."
      action={
        <ButtonLink to={paths.audit()} look="second">
          Show everything
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState sentence="Nothing has happened yet." detail="Every change of the school will stand here." />
  );

const Timeline = ({ filter }: { filter: AuditFilter }) => {
  const changes = useAudit(filter);
  const { entries, error, isFetching, refetch, hasNextPage } = changes;
  const top = entries && (entries[0]?.position ?? 0);
  const { count, atLeast, show } = useNewer(filter, top);
  if (!entries)
    return error ? (
      <ErrorState
        title="The history could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Loading />
    );
  return (
    <>
      <NewerPill count={count} atLeast={atLeast} onShow={() => void show()} />
      {entries.length === 0 && <Nothing filter={filter} />}
      <div className="space-y-10">
        {byDay(entries).map(({ name, entries: of }) => (
          <section key={name} aria-label={name}>
            <h2 className="sticky top-16 z-5 -mx-1 bg-ground px-1 py-2 font-serif text-lg font-semibold">
              {name}
            </h2>
            <ol className="mt-1 space-y-3">
              {of.map((entry) => (
                <li key={entry.position}>
                  <EntryItem entry={entry} filter={filter} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      {hasNextPage && (
        <p className="mt-8 text-center">
          <MoreButton list={changes}>Show older changes</MoreButton>
        </p>
      )}
    </>
  );
};

/** Every change of the school: in words, who did it, when, what differs, and the way to undo it. */
export default function AuditPage() {
  const [query] = useSearchParams();
  const filter = filterFrom(query);
  return (
    <Page>
      <PageHeading
        className="max-w-4xl"
        title="History"
        subtitle="Every change of the school, who made it, and what differs since."
        actions={<SaveButton filter={filter} />}
      />
      <AuditControls filter={filter} />
      <div className="mt-6 max-w-4xl">
        <Timeline key={JSON.stringify(filter)} filter={filter} />
      </div>
    </Page>
  );
}
