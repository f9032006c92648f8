import type { ReactNode } from 'react';

/** Shown in place of an empty list: a sentence and the next step. */
export const EmptyState = ({
  sentence,
  detail,
  action,
}: {
  sentence: string;
  detail?: ReactNode;
  action?: ReactNode;
}) => (
  <div className="rounded-card border border-dashed border-control px-6 py-12 text-center">
    <p className="text-lg font-medium">{sentence}</p>
    {detail && <div className="mx-auto mt-2 max-w-prose text-muted">{detail}</div>}
    {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
  </div>
);
