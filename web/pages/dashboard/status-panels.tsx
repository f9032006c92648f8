import { Check } from 'lucide-react';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { describeReadModel, formatCount, formatMinute, formatNumber } from './dashboard-format.ts';
import { Panel } from './panel.tsx';
import { StatusChip } from './status-chip.tsx';

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const ReadModels = ({ models, head }: Pick<Dashboard, 'models' | 'head'>) => (
  <Panel title="Read models" aside={`Log at ${formatNumber(head)}`}>
    <ul className="-my-1.5">
      {models.map((model) => {
        const status = describeReadModel(model);
        return (
          <li
            key={model.model}
            className="flex flex-wrap items-center justify-between gap-x-3 border-b border-hairline py-1.5 last:border-b-0"
          >
            <span>{capitalize(model.model)}</span>
            {status.tone === 'good' ? (
              <span className="flex items-center gap-1.5 text-sm text-muted">
                <Check className="size-4 text-good" />
                {status.label}
              </span>
            ) : (
              <span className="flex items-center gap-2 text-sm text-muted tabular-nums">
                {status.detail}
                <StatusChip status={status} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  </Panel>
);

export const Nodes = ({ nodes }: Pick<Dashboard, 'nodes'>) => (
  <Panel title="Servers" aside={formatCount(nodes.length, 'node')}>
    {nodes.length === 0 ? (
      <p className="text-muted">No server has reported yet. Servers report every few seconds.</p>
    ) : (
      <ul className="-my-2">
        {nodes.map(({ id, name, since, people, sockets }) => (
          <li key={id} className="border-b border-hairline py-2 last:border-b-0">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{name}</span>
              <code className="shrink-0 text-xs text-muted">{id}</code>
            </p>
            <p className="text-sm text-muted tabular-nums">
              {formatCount(people, 'person', 'people')}, {formatCount(sockets, 'tab')}, since{' '}
              <time dateTime={since}>{formatMinute(since)}</time>
            </p>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);
