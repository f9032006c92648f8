import { useMutation } from '@tanstack/react-query';
import { Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { QueryView } from '../../client/api/query-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';

type PanelQuery<T> = {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

const PanelActions = ({
  title,
  tableId,
  isOpen,
  onToggle,
  fetchCsv,
}: {
  title: string;
  tableId: string;
  isOpen: boolean;
  onToggle: () => void;
  fetchCsv: () => Promise<Blob>;
}) => {
  const saving = useMutation({
    mutationFn: fetchCsv,
    onError: (error) => toast.error(error.message),
    onSuccess: (content) => saveFile(`${title.toLowerCase().replaceAll(/\W+/g, '-')}.csv`, content),
  });
  return (
    <div className="mt-5 flex flex-wrap gap-2 border-t border-hairline pt-4">
      <Button
        variant="secondary"
        size="small"
        aria-expanded={isOpen}
        aria-controls={tableId}
        onClick={onToggle}
      >
        <Table2 className="size-4" />
        {isOpen ? 'Hide table' : 'Show as table'}
        <span className="sr-only">: {title}</span>
      </Button>
      <Button variant="quiet" size="small" isWorking={saving.isPending} onClick={() => saving.mutate()}>
        {!saving.isPending && <Download className="size-4" />}
        Save as CSV
        <span className="sr-only">: {title}</span>
      </Button>
    </div>
  );
};

/**
 * A chart with a heading and a summary, a table on demand, and a CSV download.
 * @param describeEmpty returns a sentence if the data is empty, otherwise null.
 */
export const InsightPanel = <T,>({
  title,
  query,
  summary,
  controls,
  chart,
  table,
  fetchCsv,
  describeEmpty,
  height,
}: {
  title: string;
  query: PanelQuery<T>;
  summary: (data: T) => ReactNode;
  controls?: ReactNode;
  chart: (data: T) => ReactNode;
  table: (data: T) => ReactNode;
  fetchCsv: () => Promise<Blob>;
  describeEmpty: (data: T) => string | null;
  /** The height class of the skeleton. */
  height: string;
}) => {
  const id = useId();
  const tableId = useId();
  const [isOpen, setOpen] = useState(false);
  const { data, isPlaceholderData } = query;
  const emptySentence = data === undefined ? null : describeEmpty(data);
  const renderContent = (data: T) => {
    if (emptySentence !== null)
      return (
        <p className="rounded-card border border-dashed border-control px-6 py-10 text-center text-muted">
          {emptySentence}
        </p>
      );
    return (
      <>
        <div className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {chart(data)}
        </div>
        <PanelActions
          title={title}
          tableId={tableId}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          fetchCsv={fetchCsv}
        />
        <div id={tableId} hidden={!isOpen} className="mt-4">
          {isOpen && table(data)}
        </div>
      </>
    );
  };
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="h-full p-5 sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="max-w-prose min-w-0">
            <h2 id={id} className="font-serif text-xl font-semibold">
              {title}
            </h2>
            {data !== undefined && emptySentence === null && (
              <p className="mt-1.5 text-muted tabular-nums">{summary(data)}</p>
            )}
          </div>
          {controls}
        </div>
        <div className="mt-5">
          <QueryView
            query={query}
            title={`${title} could not be loaded`}
            loading={
              <Loading label={`Loading: ${title}`}>
                <Skeleton className={height} />
              </Loading>
            }
          >
            {renderContent}
          </QueryView>
        </div>
      </Card>
    </section>
  );
};
