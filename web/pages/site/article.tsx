import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** A text page with one narrow column. */
export const Article = ({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle: string;
  children: ReactNode;
}) => (
  <Page>
    <article className="mx-auto max-w-prose">
      <PageHeading title={title} subtitle={subtitle} />
      <div className="mt-10 flex flex-col gap-4 text-lg leading-relaxed [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-6 [&_h2]:font-serif [&_h2]:text-xl [&_h2]:font-semibold [&_li]:mt-2 [&_ul]:list-disc [&_ul]:pl-6">
        {children}
      </div>
    </article>
  </Page>
);
