import { Link } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { classNames } from '../../ui/class-names.ts';

export const Logo = ({ nameClassName }: { nameClassName?: string | undefined }) => (
  <Link to={paths.home} className="flex items-center gap-2.5 rounded-control" aria-label="Lyceum, home page">
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <g className="fill-on-brand">
        <path d="M6 13.5 16 7l10 6.5z" />
        <path d="M9 16h2.6v7H9zm5.7 0h2.6v7h-2.6zm5.7 0H23v7h-2.6zM7 24.5h18V26H7z" />
      </g>
    </svg>
    <span className={classNames('font-serif text-xl font-semibold tracking-tight', nameClassName)}>
      Lyceum
    </span>
  </Link>
);
