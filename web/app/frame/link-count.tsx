import { formatBadgeCount } from './format-badge-count.ts';

/** A number beside a link of the menu, for example how many quizzes the user has to mark. */
export const LinkCount = ({ value, meaning }: { value: number; meaning: string }) => (
  <>
    <span
      aria-hidden="true"
      className="ml-auto min-w-5 rounded-full bg-brand px-1.5 text-center text-xs leading-5 font-semibold text-on-brand tabular-nums"
    >
      {formatBadgeCount(value)}
    </span>
    <span className="sr-only">
      , {value} {meaning}
    </span>
  </>
);
