import type { ReactNode } from 'react';

export const CourseFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-b border-hairline py-3 last:border-b-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-right font-medium wrap-anywhere">{children}</dd>
  </div>
);
