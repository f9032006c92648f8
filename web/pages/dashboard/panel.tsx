import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

export const Panel = ({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <Card className="h-full p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="font-serif text-xl font-semibold">
            {title}
          </h2>
          {aside && <p className="text-sm text-muted tabular-nums">{aside}</p>}
        </div>
        <div className="mt-4">{children}</div>
      </Card>
    </section>
  );
};
