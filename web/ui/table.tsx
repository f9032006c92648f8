import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/**
 * A table that scrolls sideways, also with the keyboard, when it is too wide. `caption` names it for screen readers. The class
 * `relative` keeps visually hidden elements inside the scroll area.
 */
export const Table = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <section
    aria-label={caption}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    tabIndex={0}
    className="relative overflow-x-auto rounded-card border border-hairline bg-surface"
  >
    <table className="w-full border-collapse text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  </section>
);

export const HeadCell = ({ className, ...rest }: ComponentProps<'th'>) => (
  <th
    scope="col"
    {...rest}
    className={classNames('border-b border-hairline bg-sunken px-4 py-3 font-medium text-muted', className)}
  />
);

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

/** The heading of a column by which a table can be sorted, as a button. */
export const SortableHeadCell = ({
  direction,
  onSort,
  className,
  children,
}: {
  direction: keyof typeof sortIcons;
  onSort: () => void;
  className?: string | undefined;
  children: ReactNode;
}) => {
  const Icon = sortIcons[direction];
  return (
    <HeadCell aria-sort={direction} className={className}>
      <button
        type="button"
        onClick={onSort}
        className="-my-3 -ml-4 flex min-h-11 items-center gap-1.5 rounded-control px-4 font-medium hover:text-brand"
      >
        {children}
        <Icon className={classNames('size-4 shrink-0', direction === 'none' && 'opacity-60')} />
      </button>
    </HeadCell>
  );
};

export const Cell = ({ className, ...rest }: ComponentProps<'td'>) => (
  <td {...rest} className={classNames('border-b border-hairline px-4 py-3 align-middle', className)} />
);
