import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A link above the heading of a page, back to the page that leads to it. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="mb-4 inline-flex min-h-9 items-center gap-2 font-medium text-brand hover:underline"
  >
    <ArrowLeft className="size-4 shrink-0" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </Link>
);
