import { type ReactNode, useEffect } from 'react';
import { classNames } from './class-names.ts';

/** Sets the title of the document. `RouteFocus` announces it to screen readers after a navigation. */
export const usePageTitle = (title: string) => {
  useEffect(() => {
    document.title = `${title} · Lyceum`;
  }, [title]);
};

/**
 * The h1 of a page, with a subtitle. The h1 gets the focus when the route changes but is not in the tab order. Every page has
 * exactly one h1.
 */
export const PageHeading = ({
  title,
  subtitle,
  actions,
  documentTitle,
  className,
}: {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  documentTitle?: string;
  className?: string;
}) => {
  usePageTitle(documentTitle ?? title);
  return (
    <header className={classNames('flex flex-wrap items-end justify-between gap-4', className)}>
      <div className="max-w-prose">
        <h1 tabIndex={-1} className="font-serif text-2xl font-semibold tracking-tight sm:text-3xl">
          {title}
        </h1>
        {subtitle && <p className="mt-2 text-lg text-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
};

export const SectionHeading = ({
  title,
  subtitle,
  id,
}: {
  title: string;
  subtitle?: ReactNode;
  id: string;
}) => (
  <div className="max-w-prose">
    <h2 id={id} className="font-serif text-2xl font-semibold tracking-tight sm:text-3xl">
      {title}
    </h2>
    {subtitle && <p className="mt-2 text-lg text-muted">{subtitle}</p>}
  </div>
);
