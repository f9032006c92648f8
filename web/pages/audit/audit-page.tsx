import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Download, Eye } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { type AuditEntry, auditFileLimit } from '#contract/schemas/audit.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { type AuditFilter, isFilterActive, readAuditFilter } from '../../domains/audit/audit-filter.ts';
import { fetchAuditCsv, useAuditEntries, useNewEntries } from '../../domains/audit/audit-queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { NewItemsPill } from '../../ui/new-items-pill.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Loading, Skeletons } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { collapseReadings, type TimelineItem } from './collapse-readings.ts';
import { AuditControls } from './controls/audit-controls.tsx';
import { EntryItem } from './entry/entry-item.tsx';

/** Downloads the filtered entries as CSV, newest first. A message tells the user if older entries are missing from the file. */
const SaveButton = ({ filter }: { filter: AuditFilter }) => {
  const download = useMutation({
    mutationFn: () => fetchAuditCsv(filter),
    onError: (error) => toast.error(error.message),
    onSuccess: ({ content, isTruncated }) => {
      saveFile('history.csv', content);
      if (isTruncated)
        toast.neutral(`The file contains the newest ${auditFileLimit.toLocaleString('en')} changes.`, {
          description: 'To save older changes, choose an earlier end date.',
        });
    },
  });
  return (
    <Button variant="secondary" size="small" isWorking={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download className="size-4" />}
      Save as CSV
    </Button>
  );
};

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Groups entries by day in the time zone of this device. */
const groupByDay = (entries: readonly AuditEntry[]) => [
  ...Map.groupBy(entries, ({ at }) => dayFormat.format(new Date(at))),
];

/** Converts entries into the items of the timeline. Readings are collapsed, unless the filter asks for them. */
const toTimelineItems = (
  entries: readonly AuditEntry[],
  { kind }: AuditFilter,
): TimelineItem<AuditEntry>[] =>
  kind === 'readings' ? entries.map((entry) => ({ kind: 'change', entry })) : collapseReadings(entries);

const Readings = ({ entries, filter }: { entries: readonly AuditEntry[]; filter: AuditFilter }) => (
  <details className="group rounded-card border border-hairline bg-sunken">
    <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-4 text-sm text-muted hover:text-ink">
      <Eye className="size-4.5 shrink-0" />
      Data access by Admins: {entries.length}
      <ChevronDown className="ml-auto size-4.5 shrink-0 transition-transform group-open:rotate-180" />
    </summary>
    <ul className="space-y-3 p-3 pt-0">
      {entries.map((entry) => (
        <li key={entry.position}>
          <EntryItem entry={entry} filter={filter} />
        </li>
      ))}
    </ul>
  </details>
);

const NoEntries = ({ filter }: { filter: AuditFilter }) =>
  isFilterActive(filter) ? (
    <EmptyState
      sentence="No matching changes."
      detail="Try another kind, person or date."
      action={
        <ButtonLink to={paths.audit()} variant="secondary" onClick={() => focusPageHeading()}>
          Clear filters
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState sentence="No changes yet." detail="Every change will appear here." />
  );

const Timeline = ({ filter }: { filter: AuditFilter }) => {
  const query = useAuditEntries(filter);
  const { entries, error } = query;
  const { count, isAtLeast, show } = useNewEntries(filter, entries && (entries[0]?.position ?? 0));
  if (!entries)
    return error ? (
      <QueryError title="The history could not be loaded" query={query} />
    ) : (
      <Loading label="Loading the history" className="space-y-3">
        <Skeletons count={5} className="h-24 rounded-card" />
      </Loading>
    );
  return (
    <>
      <NewItemsPill
        count={count}
        isAtLeast={isAtLeast}
        noun="change"
        onShow={() => {
          focusPageHeading();
          void show();
        }}
      />
      {entries.length === 0 && <NoEntries filter={filter} />}
      <div className="space-y-10">
        {groupByDay(entries).map(([day, dayEntries]) => (
          <section key={day} aria-label={day}>
            <h2
              tabIndex={-1}
              className="sticky top-16 z-5 -mx-1 bg-ground px-1 py-2 font-serif text-lg font-semibold"
            >
              {day}
            </h2>
            <ol className="mt-1 space-y-3">
              {toTimelineItems(dayEntries, filter).map((item) => (
                <li key={item.kind === 'change' ? item.entry.position : `r${item.entries.at(-1)?.position}`}>
                  {item.kind === 'change' ? (
                    <EntryItem entry={item.entry} filter={filter} />
                  ) : (
                    <Readings entries={item.entries} filter={filter} />
                  )}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <p className="mt-8 text-center empty:hidden">
        <MoreButton list={query}>Show older changes</MoreButton>
      </p>
    </>
  );
};

export default function AuditPage() {
  const [query] = useSearchParams();
  const filter = readAuditFilter(query);
  return (
    <Page>
      <PageHeading
        className="max-w-4xl"
        title="History"
        subtitle="Who changed what, and when."
        actions={<SaveButton filter={filter} />}
      />
      <AuditControls filter={filter} />
      <div className="mt-6 max-w-4xl">
        <Timeline key={JSON.stringify(filter)} filter={filter} />
      </div>
    </Page>
  );
}
