import { ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';

/**
 * A button that says how many new items a list has. They are shown only after a click, so that the list does not move while somebody
 * is reading it.
 * @param noun singular, with a regular plural.
 * @param isAtLeast whether there may be more than `count`.
 */
export const NewItemsPill = ({
  count,
  isAtLeast = false,
  noun,
  onShow,
}: {
  count: number;
  isAtLeast?: boolean;
  noun: string;
  onShow: () => void;
}) => (
  <div role="status" className="sticky top-20 z-10 mb-4 flex justify-center empty:hidden">
    {count > 0 && (
      <Button size="small" className="rounded-full shadow-card" onClick={onShow}>
        <ArrowUp className="size-4" />
        {count}
        {isAtLeast && ' or more'} new {noun}
        {count !== 1 && 's'} · Show
      </Button>
    )}
  </div>
);
